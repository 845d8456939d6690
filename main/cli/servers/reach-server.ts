import { loadNotes } from '../../../core/copy/command-line'
import type { ServerFacts } from '../../../core/remote/server-facts'
import type { Network } from '../../library/network/network'
import type { ReachedServer } from '../../quality/reached-server'
import { discover } from '../../remote/discover'
import { typedAddress } from '../../remote/typed-address'
import { UsageError } from '../input/flags'
import { serverKey } from './server-key'
import type { WantedServer } from './wanted-servers'

/** Throws the errors of servers, and UsageError without a model. */
export async function reachServer(wanted: WantedServer, network: Network, signal: AbortSignal): Promise<ReachedServer> {
  const address = typedAddress(wanted.url, await serverKey(wanted))
  const facts = await discover(network, address, signal)
  const model = wanted.model ?? firstModel(facts)
  if (model === undefined) throw new UsageError(loadNotes.noModel(address.url))
  return { address, kind: facts.kind, version: facts.version, model }
}

const firstModel = ({ models }: ServerFacts): string | undefined => (models.find(({ state }) => state === 'loaded') ?? models[0])?.id
