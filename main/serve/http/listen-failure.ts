import type { Failure } from '../../../core/contract/errors/errors'
import { messageOf } from '../../../core/text/message-of'

/** Why a server could not listen on a port. */
export function listenFailure(error: unknown, port: number): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return { code: 'api-port-in-use', facts: { port } }
  if (code === 'EACCES') return { code: 'api-port-not-allowed', facts: { port } }
  return { code: 'system-error', facts: { quoted: messageOf(error) } }
}
