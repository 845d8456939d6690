import { onError } from '@orpc/server'
import { StandardRPCHandler } from '@orpc/server/standard'
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer'
import type { Channel } from '../../core/rpc/channel'
import { codedErrors } from '../../core/rpc/coded-answers'
import { servePeer } from '../../core/rpc/serve-peer'
import type { App } from './app'
import { logBug } from './common/log-bug'
import { hostRouter } from './host-router'

export function serveHost(app: App, channel: Channel): void {
  const handler = new StandardRPCHandler(hostRouter(app), { ...codedErrors, interceptors: [onError(logBug), ...codedErrors.interceptors] })
  servePeer(channel, createServerPeerHandleRequestFn(handler, { context: {} }), (error) =>
    console.error('[host] a malformed message from a window:', error),
  )
}
