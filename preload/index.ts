/** The only code that sees both the window and Electron. */
import { contextBridge, ipcRenderer, webUtils } from 'electron'

/** Ports cannot cross the context bridge. */
function handOver(channel: 'host-port' | 'engine-port'): void {
  ipcRenderer.on(channel, (event) => window.postMessage({ headroom: channel }, location.origin, event.ports as unknown as MessagePort[]))
}
handOver('host-port')
handOver('engine-port')

contextBridge.exposeInMainWorld('headroomDesktop', {
  /** Main's port arrives as the window message `{headroom: 'host-port'}`. */
  connectHost: () => ipcRenderer.send('connect-host'),
  /** The port arrives as the window message `{headroom: 'engine-port'}`, or never if no engine runs. */
  connectEngine: () => ipcRenderer.send('connect-engine'),
  /** '' if the file has no path. */
  pathOf: (file: File) => webUtils.getPathForFile(file),
  /** Returns where the PDF of the printed page is, why it could not be saved, or null if the user canceled. */
  savePdf: (title: string) => ipcRenderer.invoke('save-pdf', title),
})
