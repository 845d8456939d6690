/** Introduces a window to the main process's services and to the engine, then steps out of the way. */
import { onError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { ipcMain, MessageChannelMain } from 'electron'
import type { App } from '../services/app'
import { hostRouter } from '../services/host-router'
import { logBug } from '../services/log-bug'
import { isOwnPage } from './lockdown'
import type { UtilityEngine } from './utility-engine'

export function acceptWindows(app: App): void {
  ipcMain.on('connect-host', (event) => {
    if (!isOwnPage(event)) return
    const { port1, port2 } = new MessageChannelMain()
    // A port's router has its own credit, so each window gets its own.
    new RPCHandler(hostRouter(app), { interceptors: [onError(logBug)] }).upgrade(port1, { context: {} })
    port1.start()
    event.sender.postMessage('host-port', null, [port2])
  })
  ipcMain.on('connect-engine', (event) => {
    if (!isOwnPage(event)) return
    const engine = app.supervisor.engine?.process as UtilityEngine | undefined
    if (engine) event.sender.postMessage('engine-port', null, [engine.windowPort()])
  })
}
