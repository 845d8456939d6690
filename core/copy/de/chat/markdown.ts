import { formatCount } from '../../../text/amounts'
import type { markdown as english } from '../../en/chat/markdown'
import { counted } from '../../words/de'

export const markdown: typeof english = {
  hiddenBelow: (characters) => `${counted(characters, 'weiteres Zeichen wird', 'weitere Zeichen werden')} nicht angezeigt.`,
  hiddenAbove: (characters) => `${counted(characters, 'früheres Zeichen wird', 'frühere Zeichen werden')} nicht angezeigt.`,
  showMore: (characters) => `Weitere ${formatCount(characters)} anzeigen`,
  invisibleCharacter: 'Unsichtbares Zeichen',

  code: {
    noLanguage: 'Text',
    copy: 'Code kopieren',
    hidden: (characters) =>
      `${counted(characters, 'weiteres Zeichen wird', 'weitere Zeichen werden')} nicht angezeigt. Kopiert wird der gesamte Code.`,
  },
  task: { done: 'erledigt', open: 'offen' },
  table: 'Tabelle',
  image: (description) => (description === '' ? 'Bild ohne Beschreibung' : `Bild: ${description}`),

  link: {
    title: 'Dieser Link führt zu',
    note: 'Headroom öffnet keine Webseiten. Kopieren Sie die Adresse in einen Browser, um die Seite zu besuchen.',
    copy: 'Adresse kopieren',
  },
}
