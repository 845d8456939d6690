/** The only code that sees both the window and Electron: three named functions, and no channel name that a page could choose. */
import { contextBridge, ipcRenderer, webUtils } from 'electron'

/** Ports cannot cross the context bridge, so they are posted to the page's own window. */
function handOver(channel: 'host-port' | 'engine-port'): void {
  ipcRenderer.on(channel, (event) => window.postMessage({ headroom: channel }, location.origin, event.ports as unknown as MessagePort[]))
}
handOver('host-port')
handOver('engine-port')

contextBridge.exposeInMainWorld('headroomDesktop', {
  /** Asks for a port to main. It arrives as the window message `{headroom: 'host-port'}`. */
  connectHost: () => ipcRenderer.send('connect-host'),
  /** Asks for a port to the engine. It arrives as the window message `{headroom: 'engine-port'}`, or never if no engine runs. */
  connectEngine: () => ipcRenderer.send('connect-engine'),
  /** The path of a dropped or chosen file; '' if it has no path. */
  pathOf: (file: File) => webUtils.getPathForFile(file),
})
