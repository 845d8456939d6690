import { copy } from '../../../core/copy/copy'
import type { ServerAddress, ServerFacts } from '../../../core/remote/server-facts'
import { environmentNetwork } from '../../library/network/network'
import { discover } from '../../remote/discover'
import { typedAddress } from '../../remote/typed-address'
import { type Flags, type FlagTypes, text, UsageError } from '../input/flags'
import { serverKey } from './server-key'

export const serverFlags = { url: 'string', model: 'string', 'key-file': 'string' } as const satisfies FlagTypes

export const serverUsage = `--key-file FILE: the server's key, in a file that only you can read; or set HEADROOM_SERVER_KEY
    --model M: needed if the server has several models`

export interface ChosenServer {
  readonly address: ServerAddress
  readonly facts: ServerFacts
  readonly model: string
}

/** Asks the server at `--url` what it is. Throws UsageError and the errors of `discover`. */
export async function serverFrom(flags: Flags, signal: AbortSignal): Promise<ChosenServer> {
  const typed = text(flags, 'url')
  if (typed === undefined) throw new UsageError('--url takes the address of a server, such as http://localhost:8080')
  const key = await serverKey({ keyFile: text(flags, 'key-file') ?? null, keyVariable: 'HEADROOM_SERVER_KEY' })
  const address = typedAddress(typed, key)
  const facts = await discover(environmentNetwork, address, signal)
  return { address, facts, model: text(flags, 'model') ?? onlyModel(facts) }
}

function onlyModel({ kind, models }: ServerFacts): string {
  const loaded = models.filter(({ state }) => state === 'loaded')
  const [model, ...others] = loaded.length === 1 ? loaded : models
  if (model && others.length === 0) return model.id
  const ids = models.map(({ id }) => id).join(', ')
  throw new UsageError(
    ids === '' ? `${copy.servers.kinds[kind]} lists no model: name it with --model` : `choose a model of the server with --model: ${ids}`,
  )
}
