import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { BrowserWindow, dialog, app as electron, ipcMain, MessageChannelMain } from 'electron'
import type { Copy } from '../../core/copy/copy'
import { portChannel } from '../../core/rpc/channel'
import type { PortLike } from '../../core/streams/virtual-port'
import { safeFileName } from '../../core/text/safe-file-name'
import type { App } from '../services/app'
import { serveHost } from '../services/serve-host'
import { isOwnPage } from './lockdown'
import type { UtilityEngine } from './utility-engine'

interface SavedPlace {
  readonly name: string
  readonly folder: string
}

export function acceptWindows(app: App, desktopTexts: () => Copy): void {
  ipcMain.on('connect-host', (event) => {
    if (!isOwnPage(event)) return
    const { port1, port2 } = new MessageChannelMain()
    serveHost(app, portChannel(port1 as unknown as PortLike))
    port1.start()
    event.sender.postMessage('host-port', null, [port2])
  })
  ipcMain.handle('save-pdf', async (event, title: unknown): Promise<SavedPlace | null> => {
    if (!isOwnPage(event) || typeof title !== 'string') throw new Error('Expected a page of Headroom')
    const pdf = await event.sender.printToPDF({ pageSize: 'A4', printBackground: true })
    const options = {
      title: desktopTexts().desktop.savePdf,
      defaultPath: join(electron.getPath('documents'), `${safeFileName(title, 'conversation')}.pdf`),
      filters: [{ name: 'PDF', extensions: ['pdf'] }],
    }
    const window = BrowserWindow.fromWebContents(event.sender)
    const { filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options))
    if (!filePath) return null
    await writeFile(filePath, pdf)
    return { name: basename(filePath), folder: dirname(filePath) }
  })
  ipcMain.on('connect-engine', (event) => {
    if (!isOwnPage(event)) return
    const engine = app.supervisor.engine?.process as UtilityEngine | undefined
    if (engine) event.sender.postMessage('engine-port', null, [engine.windowPort()])
  })
}
