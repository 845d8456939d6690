import { basename, dirname, join } from 'node:path'
import { BrowserWindow, dialog, app as electron, ipcMain, type WebContents } from 'electron'
import type { SavedPdf } from '../../core/contract/conversations/saved-pdf'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import type { Copy } from '../../core/copy/copy'
import { safeFileName } from '../../core/text/safe-file-name'
import { asDiskFull } from '../files/disk-space'
import { replaceFile } from '../files/replace-file'
import { isOwnPage } from './lockdown'

/** Saves the page as it is printed, where the user wants it. */
export function acceptPdfs(desktopTexts: () => Copy): void {
  ipcMain.handle('save-pdf', async (event, title: unknown): Promise<SavedPdf | null> => {
    if (!isOwnPage(event) || typeof title !== 'string') throw new Error('Expected a page of Headroom')
    const path = await askForPath(event.sender, title, desktopTexts().desktop.savePdf)
    if (!path) return null
    try {
      writePdf(path, await event.sender.printToPDF({ pageSize: 'A4', printBackground: true }))
      return { name: basename(path), folder: dirname(path) }
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) throw error
      return { failure }
    }
  })
}

async function askForPath(page: WebContents, title: string, dialogTitle: string): Promise<string> {
  const options = {
    title: dialogTitle,
    defaultPath: join(electron.getPath('documents'), `${safeFileName(title, 'conversation')}.pdf`),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  }
  const window = BrowserWindow.fromWebContents(page)
  const { filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options))
  return filePath
}

/** Throws `disk-full`, `store-failed`. */
function writePdf(path: string, pdf: Uint8Array): void {
  try {
    replaceFile(path, pdf)
  } catch (error) {
    const full = asDiskFull(error, dirname(path))
    if (full !== error || !(error instanceof Error)) throw full
    throw coded('store-failed', { path: dirname(path), reason: { kind: 'system', quoted: error.message } })
  }
}
