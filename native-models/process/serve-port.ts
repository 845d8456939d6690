import { ORPCError, onError } from '@orpc/server'
import { StandardRPCHandler } from '@orpc/server/standard'
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer'
import { portChannel } from '../../core/rpc/channel'
import { codedErrors } from '../../core/rpc/coded-answers'
import { servePeer } from '../../core/rpc/serve-peer'
import type { PortLike, PortRole } from '../../core/streams/virtual-port'
import type { EngineBackend } from './backend'
import { controlRouter, viewRouter } from './router'
import type { Turns } from './running-turns'

/** Each port needs its own router, because credit is counted per port. */
export function servePort(port: PortLike, role: PortRole, backend: EngineBackend, turns: Turns): void {
  const router = role === 'control' ? controlRouter(backend, turns) : viewRouter(backend, turns)
  const handler = new StandardRPCHandler(router as ReturnType<typeof viewRouter>, {
    ...codedErrors,
    interceptors: [onError(logBug), ...codedErrors.interceptors],
  })
  const dropped = (error: unknown) => console.error(`[engine] a malformed message on the ${role} port:`, error)
  servePeer(portChannel(port), createServerPeerHandleRequestFn(handler, { context: {} }), dropped, role === 'control')
}

/** Coded failures and aborts by closed windows are not bugs. */
function logBug(error: unknown): void {
  if (error instanceof Error && error.name === 'AbortError') return
  if (!(error instanceof ORPCError && error.defined)) console.error('[engine]', error)
}
