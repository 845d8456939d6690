import { formatCount } from '../../../text/amounts'
import type { list as english } from '../../en/chat/list'
import { counted } from '../../words/de'

export const list: typeof english = {
  empty: 'Hier erscheinen Ihre Unterhaltungen. Sie bleiben auf diesem Gerät.',

  pinned: 'Angeheftet',
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
    private: 'wird nicht aufbewahrt',
    newTitle: 'Neuer Titel',
    rename: 'Umbenennen',
    duplicate: 'Duplizieren',
    copyTitle: (title) => (title === '' ? '' : `Kopie von ${title}`),
    pin: 'Anheften',
    unpin: 'Nicht mehr anheften',
    move: 'In Ordner verschieben',
    noFolder: 'Aus dem Ordner nehmen',
    saveCache: 'Cache jetzt sichern',
    print: (isDesktop) => (isDesktop ? 'Als PDF speichern …' : 'Drucken oder als PDF speichern'),
    exportMarkdown: 'Als Markdown exportieren',
    exportJson: 'Als JSON exportieren',
    select: 'Auswählen',
    remove: 'Löschen',
  },

  folder: {
    new: 'Neuer Ordner',
    make: 'Ordner anlegen',
    name: 'Name des Ordners',
    remove: 'Ordner löschen',
    removeTitle: (name) => `Den Ordner „${name}“ löschen?`,
    removeText: (conversations) =>
      conversations === 1
        ? 'Seine Unterhaltung bleibt in der Liste.'
        : `Seine ${formatCount(conversations)} Unterhaltungen bleiben in der Liste.`,
    removeNo: 'Abbrechen',
  },

  selection: {
    name: 'Ausgewählte Unterhaltungen',
    count: (conversations) => `${formatCount(conversations)} ausgewählt`,
    all: 'Alle auswählen',
    end: 'Auswahl beenden',
  },

  bin: {
    title: 'Zuletzt gelöscht',
    kept: 'Gelöschte Unterhaltungen bleiben 7 Tage hier. Solche, die nicht aufbewahrt werden, sind weg, wenn Sie Headroom beenden.',
    untilClosed: 'bis Headroom beendet wird',
    daysLeft: (days) => `noch ${counted(days, 'Tag', 'Tage')}`,
    restore: 'Wiederherstellen',
    restoreNamed: (title) => `Wiederherstellen: ${title}`,
    removeNow: 'Jetzt löschen',
    removeAll: 'Alle endgültig löschen',
    emptyTitle: (conversations) =>
      conversations === 1
        ? 'Diese Unterhaltung endgültig löschen?'
        : `${counted(conversations, 'Unterhaltung', 'Unterhaltungen')} endgültig löschen?`,
    emptyText: 'Die Nachrichten werden vom Datenträger entfernt. Das lässt sich nicht rückgängig machen.',
    emptyNo: 'Abbrechen',
    emptyYes: 'Endgültig löschen',
  },
}
