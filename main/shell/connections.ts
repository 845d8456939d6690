import { ipcMain, MessageChannelMain } from 'electron'
import { portChannel } from '../../core/rpc/channel'
import type { PortLike } from '../../core/streams/virtual-port'
import type { App } from '../services/app'
import { serveHost } from '../services/serve-host'
import { isOwnPage } from './lockdown'
import type { UtilityEngine } from './processes/utility-engine'

export function acceptWindows(app: App): void {
  ipcMain.on('connect-host', (event) => {
    if (!isOwnPage(event)) return
    const { port1, port2 } = new MessageChannelMain()
    serveHost(app, portChannel(port1 as unknown as PortLike))
    port1.start()
    event.sender.postMessage('host-port', null, [port2])
  })
  ipcMain.on('connect-engine', (event) => {
    if (!isOwnPage(event)) return
    const engine = app.supervisor.engine?.process as UtilityEngine | undefined
    if (engine) event.sender.postMessage('engine-port', null, [engine.windowPort()])
  })
}
