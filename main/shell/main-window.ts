import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme } from 'electron'
import type { Preferences } from '../store/preferences'
import { appOrigin } from './own-page'
import { rememberBounds, rememberedBounds } from './window-bounds'

const background = () => (nativeTheme.shouldUseDarkColors ? '#16181d' : '#fbfbfa')

export async function openMainWindow(preferences: Preferences, iconPath: string): Promise<BrowserWindow> {
  const { maximized, ...bounds } = rememberedBounds(preferences)
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 720,
    minHeight: 480,
    show: false,
    backgroundColor: background(),
    title: app.name,
    ...(process.platform === 'linux' ? { icon: iconPath } : {}),
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      // Chromium would download dictionaries for its spelling checker.
      spellcheck: false,
    },
  })
  if (maximized) window.maximize()
  rememberBounds(window, preferences)
  window.once('ready-to-show', () => window.show())
  // A reload loses nothing: the store has the conversation, and the engine has the answer.
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason !== 'clean-exit' && details.reason !== 'killed') void window.loadURL(`${appOrigin}/index.html`)
  })
  await window.loadURL(`${appOrigin}/index.html`)
  return window
}
