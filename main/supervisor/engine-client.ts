import { type ClientLink, createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { EngineControl } from '../../core/contract'
import { coded } from '../../core/contract/errors/coded-error'
import type { ProcessEnd } from '../../core/contract/errors/process-end'
import { portChannel } from '../../core/rpc/channel'
import { peerLink } from '../../core/rpc/peer-link'
import type { EngineProcess } from './engine-process'
import { processEndOf } from './process-end'
import { within } from './within'

export type EngineClient = ContractRouterClient<EngineControl>

/** An exit is reported up to this long after the port closes. */
const longestEndReportMs = 1000

export function connectControl(engine: EngineProcess): EngineClient {
  const death = new Promise<ProcessEnd>((resolve) => engine.onExit((exit) => resolve(processEndOf(exit, engine.lastOutput()))))
  const named = async (error: unknown, signal: AbortSignal | undefined): Promise<unknown> => {
    if (signal?.aborted || error instanceof ORPCError) return error
    const reason = await within(longestEndReportMs, death, undefined)
    return reason === undefined ? error : coded('engine-gone', { reason })
  }
  async function* stream(items: AsyncIterable<unknown>, signal: AbortSignal | undefined) {
    try {
      yield* items
    } catch (error) {
      throw await named(error, signal)
    }
  }
  const link = peerLink(portChannel(engine.connect('control')), (error) =>
    console.error('[host] a malformed message from the engine:', error),
  )
  const call: ClientLink<Record<never, never>>['call'] = async (path, input, options) => {
    try {
      const output = await link.call(path, input, options)
      return isStream(output) ? stream(output, options.signal) : output
    } catch (error) {
      throw await named(error, options.signal)
    }
  }
  return createORPCClient({ call })
}

const isStream = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output
