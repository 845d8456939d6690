// For Electron's `-r`: hides the window once its page has loaded.
const { app } = require('electron')

app.on('browser-window-created', (_event, window) => {
  window.webContents.once('did-finish-load', () => {
    window.hide()
    process.stdout.write('The window is hidden\n')
  })
})
