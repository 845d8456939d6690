import { formatBytes, formatPercent } from '../../../text/amounts'
import type { updates as english } from '../../en/preferences/updates'
import { time } from '../../words/de'

export const updates: typeof english = {
  title: 'Updates',
  thisVersion: 'Diese Version',

  kind({ source, obstacle }) {
    if (obstacle === 'other-host') return 'Nur die Desktop-App sucht nach Updates.'
    if (!source) return 'Dieser Build kann nicht nach Updates suchen. Neue Versionen gibt es dort, wo diese heruntergeladen wurde.'
    if (obstacle === 'system-package')
      return 'Diese Version wurde von der Paketverwaltung des Systems installiert. Updates kommen auf demselben Weg.'
    if (obstacle === 'portable')
      return 'Diese portable Version aktualisiert sich nicht selbst. Neue Versionen gibt es dort, wo diese heruntergeladen wurde.'
    if (obstacle === 'no-key')
      return 'Dieser Build hat keinen Schlüssel, um Updates zu prüfen. Er sucht nach ihnen, lädt sie aber nicht herunter.'
    if (obstacle === 'cuda-variant') return 'Dies ist der Build mit CUDA. Er sucht nach Updates, installiert sie aber nicht.'
    return 'Headroom kann diese Kopie aktualisieren.'
  },

  allow: 'Nach Updates suchen',
  allowNote: (source) =>
    `Ist dies aus, sucht Headroom nicht nach Updates. Ist es an, fragt Headroom ${source}, aber nur nach einem Klick auf die Schaltfläche.`,
  latest: 'Neueste Version',
  check: 'Jetzt suchen',
  download: 'Herunterladen …',
  install: 'Installieren …',

  step({ step, source, obstacle }) {
    switch (step.status) {
      case 'idle':
        return 'Noch nicht gesucht.'
      case 'failed':
        return 'Das letzte Update ist fehlgeschlagen. Diese Version ist unverändert.'
      case 'looking':
        return 'Suche läuft …'
      case 'newest':
        return `Dies ist die neueste Version. Gesucht um ${time(step.at)}.`
      case 'found':
        if (obstacle === 'no-key')
          return `Version ${step.version} ist verfügbar. Laden Sie sie dort herunter, woher Sie diese haben: Dieser Build kann sie nicht prüfen.`
        if (obstacle === 'cuda-variant')
          return `Version ${step.version} ist verfügbar. Laden Sie die Datei mit „cuda“ im Namen von ${source} herunter und installieren Sie sie über diese.`
        if (obstacle) return `Version ${step.version} ist verfügbar. Installieren Sie das Paket auf demselben Weg wie dieses.`
        return `Version ${step.version} ist verfügbar${step.sizeBytes ? `, ${formatBytes(step.sizeBytes)}` : ''}.`
      case 'fetching':
        return step.totalBytes === 0
          ? `Version ${step.version} wird heruntergeladen …`
          : `Version ${step.version} wird heruntergeladen: ${formatPercent(step.receivedBytes / step.totalBytes)} von ${formatBytes(step.totalBytes)}.`
      case 'ready':
        return `Version ${step.version} wurde heruntergeladen. Die Prüfsumme stimmt mit der signierten überein.`
      case 'installing':
        return `Headroom probiert Version ${step.version} aus und startet dann neu.`
    }
  },

  downloadQuestion: {
    title: (version) => `Version ${version} herunterladen?`,
    text: (sizeBytes, source) =>
      `${sizeBytes ? `${formatBytes(sizeBytes)} von ${source}` : `Von ${source}`}. Installiert wird dabei nichts.`,
    yes: 'Herunterladen',
  },
  installQuestion: {
    title: (version) => `Version ${version} installieren?`,
    text: 'Headroom wird beendet und neu gestartet. Unterhaltungen, Modelle und Einstellungen bleiben erhalten. Läuft die neue Version hier nicht, bleibt diese.',
    yes: 'Installieren und neu starten',
  },
  notNow: 'Nicht jetzt',
}
