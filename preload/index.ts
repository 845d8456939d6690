/**
 * The only code that sees both the window and Electron: three named functions, no channel that a page could choose.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron'

/** Ports cannot cross the bridge: they are posted to the page's own window. */
function handOver(channel: 'host-port' | 'engine-port'): void {
  ipcRenderer.on(channel, (event) => window.postMessage({ headroom: channel }, location.origin, event.ports as unknown as MessagePort[]))
}
handOver('host-port')
handOver('engine-port')

contextBridge.exposeInMainWorld('headroomDesktop', {
  /** Asks for a port to the main process; it comes as a window message `{headroom: 'host-port'}`. */
  connectHost: () => ipcRenderer.send('connect-host'),
  /** Asks for a port to the engine; it comes as a window message `{headroom: 'engine-port'}`, or not at all where no engine runs. */
  connectEngine: () => ipcRenderer.send('connect-engine'),
  /** The path of a file that was dropped or chosen; empty for one that has none. */
  pathOf: (file: File) => webUtils.getPathForFile(file),
})
