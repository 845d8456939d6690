import { stat } from 'node:fs/promises'
import { copy } from '../../../core/copy/copy'
import type { ServerAddress, ServerFacts } from '../../../core/remote/server-facts'
import { onDisk } from '../../library/files/file-failures'
import { typedPath } from '../../library/files/typed-path'
import { environmentNetwork } from '../../library/network/network'
import { discover } from '../../remote/discover'
import { typedAddress } from '../../remote/typed-address'
import { type Flags, type FlagTypes, text, UsageError } from '../input/flags'
import { textInFile } from '../input/text-file'

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
  const address = typedAddress(typed, await keyFrom(flags))
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

const keyBytes = 16_384

/** Throws UsageError, `file-too-large` and file errors. */
export async function keyFrom(flags: Flags, environment: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  const file = text(flags, 'key-file')
  if (file === undefined) return environment.HEADROOM_SERVER_KEY?.trim() || null
  const key = (await textInFile(file, keyBytes)).trim()
  if (process.platform !== 'win32') await assertPrivate(file)
  if (key === '') throw new UsageError(`--key-file ${file}: the file is empty`)
  return key
}

async function assertPrivate(file: string): Promise<void> {
  const path = typedPath(file)
  const { mode } = await onDisk(path, () => stat(path))
  if ((mode & 0o077) !== 0) throw new UsageError(`--key-file ${file}: other users can read this file; run chmod 600 ${file}`)
}
