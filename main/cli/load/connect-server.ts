import { loadNotes } from '../../../core/copy/command-line'
import type { ServerFacts } from '../../../core/remote/server-facts'
import type { Network } from '../../library/network/network'
import { calibrate } from '../../load/calibrate'
import type { MeasuredServer } from '../../load/measure-server'
import type { Send } from '../../load/send-job'
import { tokenCounter } from '../../load/token-counter'
import { discover } from '../../remote/discover'
import { chatLimits, streamChat } from '../../remote/stream-chat'
import { typedAddress } from '../../remote/typed-address'
import { UsageError } from '../input/flags'
import { serverKey } from '../servers/server-key'
import type { WantedServer } from './load-flags'

/** Throws the errors of servers, and UsageError without a model. */
export async function connectServer(wanted: WantedServer, network: Network, signal: AbortSignal): Promise<MeasuredServer> {
  const address = typedAddress(wanted.url, await serverKey(wanted))
  const facts = await discover(network, address, signal)
  const model = wanted.model ?? firstModel(facts)
  if (model === undefined) throw new UsageError(loadNotes.noModel(address.url))
  const send: Send = (request, ended, hold) => streamChat(network, address, facts.kind, request, ended, chatLimits, hold)
  const count = tokenCounter(network, address, facts.kind, model)
  const server = { url: address.url, kind: facts.kind, version: facts.version, model }
  return { server, calibration: await calibrate(model, count, send, signal), count, send }
}

const firstModel = ({ models }: ServerFacts): string | undefined => (models.find(({ state }) => state === 'loaded') ?? models[0])?.id
