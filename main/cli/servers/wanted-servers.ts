import { type Flags, type FlagTypes, text, UsageError } from '../input/flags'
import type { KeySource } from './server-key'

/** The server at `--url`, and perhaps another one to compare it with. */
export const wantedServerFlags = {
  url: 'string',
  model: 'string',
  'key-file': 'string',
  against: 'string',
  'against-model': 'string',
  'against-key-file': 'string',
} as const satisfies FlagTypes

export interface WantedServer extends KeySource {
  readonly url: string
  readonly model: string | null
}

/** One or two. */
export function wantedServers(flags: Flags): readonly WantedServer[] {
  const url = text(flags, 'url')
  if (url === undefined) throw new UsageError('--against needs --url')
  const against = text(flags, 'against')
  const others = ['against-model', 'against-key-file'].find((name) => against === undefined && flags[name] !== undefined)
  if (others) throw new UsageError(`--${others} needs --against`)
  return [
    { url, model: text(flags, 'model') ?? null, keyFile: text(flags, 'key-file') ?? null, keyVariable: 'HEADROOM_SERVER_KEY' },
    ...(against === undefined ? [] : [otherServer(flags, against)]),
  ]
}

const otherServer = (flags: Flags, url: string): WantedServer => ({
  url,
  model: text(flags, 'against-model') ?? text(flags, 'model') ?? null,
  keyFile: text(flags, 'against-key-file') ?? null,
  keyVariable: 'HEADROOM_AGAINST_KEY',
})
