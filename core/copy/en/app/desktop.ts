import type { ServerProgram } from '../../../tools/server-programs'
import { counted } from '../../words/en'

/** `&` marks the letter that opens a menu. */
export const desktop = {
  menu: {
    file: '&File',
    newConversation: 'New conversation',
    openModel: 'Open model…',
    rename: 'Rename conversation…',
    savePdf: 'Save as PDF…',
    remove: 'Delete conversation',
    preferences: 'Preferences…',
    closeWindow: 'Close window',
    quit: 'Quit Headroom',

    edit: '&Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    delete: 'Delete',
    selectAll: 'Select all',

    conversation: '&Conversation',
    search: 'Search',
    regenerate: 'Regenerate answer',
    stop: 'Stop answer',

    view: '&View',
    actualSize: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fullScreen: 'Toggle full screen',
    developerTools: 'Toggle developer tools',

    window: '&Window',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring all to front',

    help: '&Help',

    /** The app's menu, which exists only on macOS. */
    about: 'About Headroom',
    services: 'Services',
    hide: 'Hide Headroom',
    hideOthers: 'Hide others',
    showAll: 'Show all',
  },

  openModel: { title: 'Open a model', models: 'GGUF models', allFiles: 'All files' },
  addFolder: 'Add a folder of models',
  /** Titles of the dialogs that ask where to save a file. */
  saveFile: 'Save',
  savePdf: 'Save as PDF',
  cannotStart: 'Headroom cannot start',

  /** Shown before MCP servers that run on this machine are saved. */
  allowServers: {
    question: (programs: number): string =>
      programs === 1 ? 'Allow Headroom to start this program?' : 'Allow Headroom to start these programs?',
    program: ({ name, commandLine, hiddenCharacters, folder, variables }: ServerProgram): string =>
      [
        `${name}: ${commandLine}${hiddenCharacters === 0 ? '' : `… (${counted(hiddenCharacters, 'more character', 'more characters')})`}`,
        ...(folder === null ? [] : [`Folder: ${folder}`]),
        ...(variables.length === 0 ? [] : [`Environment variables: ${variables.join(', ')}`]),
      ].join('\n'),
    warning: 'An MCP server can do anything that your account can do. Allow only servers that you trust.',
    allow: 'Allow',
    refuse: 'Do not allow',
  },
}
