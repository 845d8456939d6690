/** `&` marks the letter that opens a menu. */
export const desktop = {
  menu: {
    file: '&File',
    newConversation: 'New conversation',
    openModel: 'Open model…',
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

    /** The app's menu, which exists only on macOS. */
    about: 'About Headroom',
    services: 'Services',
    hide: 'Hide Headroom',
    hideOthers: 'Hide others',
    showAll: 'Show all',
  },

  openModel: { title: 'Open a model', models: 'GGUF models', allFiles: 'All files' },
  addFolder: 'Add a folder of models',
  cannotStart: 'Headroom cannot start',
}
