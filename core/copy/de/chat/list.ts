import { formatCount } from '../../../text/amounts'
import type { list as english } from '../../en/chat/list'
import { counted } from '../../words/de'

export const list: typeof english = {
  empty: 'Hier erscheinen Ihre Unterhaltungen. Sie bleiben auf diesem Gerät.',

  days: { today: 'Heute', yesterday: 'Gestern', lastWeek: 'Letzte 7 Tage', earlier: 'Früher' },

  search: {
    label: 'Unterhaltungen durchsuchen',
    placeholder: 'Suchen',
    clear: 'Suche leeren',
    results: 'Suchergebnisse',
    found: (hits, query) => (hits === 0 ? `Nichts gefunden für „${query}“` : counted(hits, 'Treffer', 'Treffer')),
    you: 'Sie:',
    model: 'Modell:',
  },

  item: {
    answering: 'wird beantwortet',
    private: 'privat',
    newTitle: 'Neuer Titel',
    rename: 'Umbenennen',
    saveCache: 'Cache jetzt sichern',
    exportMarkdown: 'Als Markdown exportieren',
    exportJson: 'Als JSON exportieren',
    select: 'Auswählen',
    remove: 'Löschen',
  },

  selection: {
    name: 'Ausgewählte Unterhaltungen',
    count: (conversations) => `${formatCount(conversations)} ausgewählt`,
    all: 'Alle auswählen',
    end: 'Auswahl beenden',
  },

  bin: {
    title: 'Zuletzt gelöscht',
    kept: '7 Tage aufbewahrt, private bis Headroom beendet wird.',
    untilClosed: 'bis Headroom beendet wird',
    daysLeft: (days) => `noch ${counted(days, 'Tag', 'Tage')}`,
    restore: 'Wiederherstellen',
    removeNow: 'Jetzt löschen',
    empty: 'Leeren',
    emptyTitle: (conversations) =>
      conversations === 1
        ? 'Diese Unterhaltung endgültig löschen?'
        : `${counted(conversations, 'Unterhaltung', 'Unterhaltungen')} endgültig löschen?`,
    emptyText: 'Die Nachrichten werden vom Datenträger entfernt. Das lässt sich nicht rückgängig machen.',
    emptyNo: 'Abbrechen',
    emptyYes: 'Endgültig löschen',
  },
}
