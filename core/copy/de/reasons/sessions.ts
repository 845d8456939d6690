import type { FingerprintKey, SessionRefusal } from '../../../contract/errors/session-reasons'
import { listed } from '../../words/de'

const settings: Readonly<Record<FingerprintKey, string>> = {
  modelHash: 'Modell',
  architecture: 'Architektur',
  rope: 'die RoPE-Parameter',
  keyType: 'K-Typ',
  valueType: 'V-Typ',
  contextTokens: 'Kontextlänge',
  sequences: 'Zahl der Sequenzen',
  batchTokens: 'Batchgröße',
  swaFullCache: 'voller Sliding-Window-Cache',
  flashAttention: 'Flash Attention',
  engine: 'die Version von llama.cpp oder das Backend',
}

const others = { folder: 'ein Ordner', pipe: 'eine Pipe', device: 'ein Gerät', socket: 'ein Socket', link: 'ein Link' }

export function sessionRefusalText(refusal: SessionRefusal): string {
  switch (refusal.kind) {
    case 'other-conversation':
      return 'Er gehört zu einer anderen Unterhaltung.'
    case 'other-description':
      return 'Eine andere Version von Headroom hat ihn geschrieben.'
    case 'incomplete':
      return {
        'too-short': 'Die Datei ist unvollständig: Sie ist zu kurz.',
        'end-missing': 'Die Datei ist unvollständig: Ihr Ende fehlt.',
        'became-shorter': 'Die Datei ist unvollständig: Sie wurde beim Lesen kürzer.',
      }[refusal.flaw]
    case 'damaged':
      return {
        checksum: 'Die Datei ist beschädigt: Ihre Prüfsumme ist falsch.',
        sizes: 'Die Datei ist beschädigt: Die Größen ihrer Teile passen nicht zusammen.',
        tokens: 'Die Datei ist beschädigt: Ihre Tokens passen nicht zu ihrer Beschreibung.',
        'more-tokens-than-context': 'Die Datei ist beschädigt: Sie hat mehr Tokens als der Kontext.',
        'checkpoint-after-end': 'Die Datei ist beschädigt: Ein Prüfpunkt hat mehr Tokens als sie selbst.',
        'not-a-state': 'Die Datei ist beschädigt: Sie enthält nicht den Zustand einer Sequenz.',
        'checkpoint-not-a-state': 'Die Datei ist beschädigt: Ein Prüfpunkt ist nicht der Zustand einer Sequenz.',
      }[refusal.flaw]
    case 'other-version':
      return refusal.of === 'headroom'
        ? `Eine andere Version von Headroom hat ihn geschrieben (Format ${refusal.found} statt ${refusal.known}).`
        : `Eine andere Version von llama.cpp hat ihn geschrieben (Format ${refusal.found} statt ${refusal.known}).`
    case 'other-settings':
      return `Er gehört zu einem anderen Modell oder anderen Einstellungen. Verschieden: ${listed(refusal.differences.map((key) => settings[key]))}.`
    case 'outside-folder':
      return refusal.what === 'unsafe-name'
        ? 'Die ID der Unterhaltung kann in keinem Dateinamen stehen.'
        : `Es ist ${others[refusal.what]}, keine Datei im Ordner der gesicherten Caches.`
  }
}
