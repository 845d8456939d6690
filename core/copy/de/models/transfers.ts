import { formatBytes } from '../../../text/amounts'
import type { transfers as english } from '../../en/models/transfers'
import { duration } from '../../words/de'

export const transfers: typeof english = {
  title: 'Downloads und Importe',
  kinds: { download: 'Download', copy: 'Kopieren', move: 'Verschieben' },
  dismissAll: 'Alle fertigen ausblenden',
  progress: (name) => `Fortschritt von ${name}`,
  underWay({ status, doneBytes, totalBytes, bytesPerSecond, secondsLeft }) {
    const amount = `${formatBytes(doneBytes)} von ${formatBytes(totalBytes)}`
    switch (status) {
      case 'waiting':
        return `${amount}, wartet auf die anderen`
      case 'verifying':
        return 'Vorhandenes wird geprüft …'
      case 'paused':
        return `${amount}, angehalten`
      case 'running':
        return bytesPerSecond === null || secondsLeft === null
          ? amount
          : `${amount} · ${formatBytes(bytesPerSecond)}/s · noch ${duration(secondsLeft)}`
    }
  },
  waitingFor: (doneBytes, totalBytes, note) => `${formatBytes(doneBytes)} von ${formatBytes(totalBytes)} · ${note}`,
  done: (path, isVerified) => (isVerified ? `Fertig; der SHA-256 stimmt mit dem veröffentlichten überein: ${path}` : `Fertig: ${path}`),
  failed: 'Fehlgeschlagen.',
  load: 'Laden',
  dismiss: (name) => `${name} ausblenden`,
  pause: (name) => `${name} anhalten`,
  resume: (name) => `${name} fortsetzen`,
  discard: (name) => `${name} verwerfen`,
  discarding: {
    title: (name) => `${name} verwerfen?`,
    text: (doneBytes) => `Headroom löscht die bisher empfangenen ${formatBytes(doneBytes)}.`,
    keep: 'Behalten',
    discard: 'Verwerfen',
  },
}
