import type { desktop as english } from '../../en/app/desktop'
import { counted } from '../../words/de'

export const desktop: typeof english = {
  menu: {
    file: '&Datei',
    newConversation: 'Neue Unterhaltung',
    openModel: 'Modell öffnen …',
    rename: 'Unterhaltung umbenennen …',
    savePdf: 'Als PDF speichern …',
    remove: 'Unterhaltung löschen',
    preferences: 'Optionen …',
    closeWindow: 'Fenster schließen',
    quit: 'Headroom beenden',

    edit: '&Bearbeiten',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    delete: 'Löschen',
    selectAll: 'Alles auswählen',

    conversation: '&Unterhaltung',
    search: 'Suchen',
    regenerate: 'Antwort neu generieren',
    stop: 'Antwort stoppen',

    view: '&Ansicht',
    actualSize: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fullScreen: 'Vollbild',
    developerTools: 'Entwicklerwerkzeuge',

    window: '&Fenster',
    minimize: 'Minimieren',
    zoom: 'Zoomen',
    front: 'Alle nach vorne bringen',

    help: '&Hilfe',

    about: 'Über Headroom',
    services: 'Dienste',
    hide: 'Headroom ausblenden',
    hideOthers: 'Andere ausblenden',
    showAll: 'Alle einblenden',
  },

  openModel: { title: 'Modell öffnen', models: 'GGUF-Modelle', allFiles: 'Alle Dateien' },
  addFolder: 'Ordner mit Modellen hinzufügen',
  saveFile: 'Speichern',
  savePdf: 'Als PDF speichern',
  cannotStart: 'Headroom kann nicht starten',

  allowServers: {
    question: (programs) => (programs === 1 ? 'Darf Headroom dieses Programm starten?' : 'Darf Headroom diese Programme starten?'),
    program: ({ name, commandLine, hiddenCharacters, folder, variables }) =>
      [
        `${name}: ${commandLine}${hiddenCharacters === 0 ? '' : ` … (${counted(hiddenCharacters, 'weiteres Zeichen', 'weitere Zeichen')})`}`,
        ...(folder === null ? [] : [`Ordner: ${folder}`]),
        ...(variables.length === 0 ? [] : [`Umgebungsvariablen: ${variables.join(', ')}`]),
      ].join('\n'),
    warning: 'Ein MCP-Server kann alles, was Ihr Benutzerkonto kann. Erlauben Sie nur Server, denen Sie vertrauen.',
    allow: 'Erlauben',
    refuse: 'Nicht erlauben',
  },
}
