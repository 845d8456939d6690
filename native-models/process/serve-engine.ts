/** Runs an engine in this process: every port gets the contract of its role. */
import { ORPCError, onError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import type { EngineBackend } from './backend'
import { acceptPorts } from './ports'
import { controlRouter, Turns, viewRouter } from './router'

export function serveEngine(backend: EngineBackend): void {
  const turns = new Turns(backend)
  acceptPorts((port, role) => {
    const router = role === 'control' ? controlRouter(backend, turns) : viewRouter(backend, turns)
    // Each port has its own router because each has its own credit.
    new RPCHandler(router as ReturnType<typeof viewRouter>, { interceptors: [onError(logBug)] }).upgrade(port as never, { context: {} })
  })
}

/** A coded failure is an answer; anything else is a bug and belongs in the log. */
function logBug(error: unknown): void {
  if (!(error instanceof ORPCError && error.defined)) console.error('[engine]', error)
}
