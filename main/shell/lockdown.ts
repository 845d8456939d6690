/** A window cannot leave Headroom's pages, open other windows, use the network or request devices. */
import { join } from 'node:path'
import { app, type Session, type WebContents } from 'electron'
import type { Copy } from '../../core/copy/copy'
import { appOrigin, devServer, isOwnAddress } from './own-page'

const allowedPermissions: readonly string[] = ['clipboard-sanitized-write']
const allowedSchemes = /^(app|devtools|blob|data):/

export function lockDownSession(session: Session, desktopTexts: () => Copy): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowedPermissions.includes(permission)))
  session.setPermissionCheckHandler((_contents, permission) => allowedPermissions.includes(permission))
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest((request, answer) => answer({ cancel: !isAllowed(request.url) }))
  session.on('will-download', (event, item) => {
    // Exports are downloaded from blobs of the page.
    if (!item.getURL().startsWith(`blob:${appOrigin}/`)) return event.preventDefault()
    // Without a title, the dialog shows the address of the blob.
    item.setSaveDialogOptions({ title: desktopTexts().desktop.saveFile, defaultPath: join(app.getPath('downloads'), item.getFilename()) })
  })
}

const isAllowed = (url: string): boolean => allowedSchemes.test(url) || isOnDevServer(url)
const isOnDevServer = (url: string): boolean => devServer !== undefined && new URL(url).host === new URL(devServer).host

export function lockDownContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-navigate', (event) => {
      // Vite reloads the page if it cannot hot-replace a change.
      if (!isOnDevServer(event.url) && !isReload(contents, event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
}

/** The page loads itself again after everything is deleted. */
const isReload = (contents: WebContents, address: string): boolean => address === contents.getURL() && isOwnAddress(address)

export function isOwnPage(event: { readonly sender: WebContents; readonly senderFrame: Electron.WebFrameMain | null }): boolean {
  const { sender, senderFrame } = event
  return senderFrame !== null && senderFrame === sender.mainFrame && isOwnAddress(senderFrame.url)
}
