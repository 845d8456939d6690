/** The main process's end of the engine's control contract. */
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { EngineControl } from '../../core/contract'
import { granting } from '../../core/streams/pacing'
import type { EngineProcess } from './engine-process'

export type EngineClient = ContractRouterClient<EngineControl>

export function connectControl(engine: EngineProcess): EngineClient {
  return createORPCClient(new RPCLink({ port: engine.connect('control') as never }))
}

let streams = 0
/** A stream of the engine with its credit: `call` gets the id to ask with. */
export async function* follow<T>(
  client: EngineClient,
  call: (streamId: string) => Promise<AsyncIterable<T>>,
): AsyncGenerator<T, void, void> {
  const streamId = `main-${++streams}`
  yield* granting(await call(streamId), (received) => client.grant({ streamId, received }))
}
