/** Where possible, a copy has a valid seal, so that other checks must refuse it. */
import { createHash, createHmac } from 'node:crypto'
import { seededRandom } from '../../../core/stats/seeded-random'

export interface DamagedSession {
  readonly what: string
  readonly bytes: Buffer
  readonly reasons: readonly string[]
}

const sealBytes = 48
const headerBytes = 12

interface Parts {
  readonly body: Buffer
  readonly trailer: Trailer
}
interface Trailer {
  readonly conversationId: string
  readonly fingerprint: Readonly<Record<string, string | number | boolean>>
  readonly stateBytes: number
  readonly tokens: number
  readonly checkpoints: readonly { readonly tokens: number; readonly bytes: number }[]
}

/** `whole` is sealed with `key` and has at least 20 tokens. */
export function damagedSessions(whole: Buffer, key: Buffer): DamagedSession[] {
  const parts = partsOf(whole)
  return [
    ...cutOff(whole),
    ...turnedOver(whole, parts),
    ...lengthened(whole),
    ...ofOtherSettings(parts, key),
    ...ofOtherConversations(parts, key),
    ...ofOtherKeys(parts),
    ...ofOtherVersions(parts, key),
    ...ofWrongParts(parts, key),
  ]
}

const random = () => {
  const next = seededRandom(1)
  return (end: number) => Math.floor(next() * end)
}
const times = <T>(count: number, make: (round: number) => T): T[] => Array.from({ length: count }, (_, round) => make(round))

function partsOf(whole: Buffer): Parts {
  const trailerFrom = whole.length - sealBytes - whole.readUInt32LE(whole.length - 16)
  return { body: whole.subarray(0, trailerFrom), trailer: JSON.parse(whole.subarray(trailerFrom, whole.length - sealBytes).toString()) }
}

export function forged(body: Buffer, trailer: unknown, key: Buffer, { layout = 2, trailerBytes = -1 } = {}): Buffer {
  const description = Buffer.from(typeof trailer === 'string' ? trailer : JSON.stringify(trailer))
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32LE(trailerBytes < 0 ? description.length : trailerBytes, 0)
  numbers.writeUInt32LE(layout, 4)
  const mac = createHmac('sha256', key).update(body).update(description).digest()
  return Buffer.concat([body, description, mac, numbers, Buffer.from('HDRMSESS')])
}

function cutOff(whole: Buffer): DamagedSession[] {
  return times(50, (round) => {
    const bytes = whole.subarray(0, round === 49 ? whole.length - 1 : Math.floor((whole.length * round) / 49))
    return { what: `cut off after ${bytes.length} bytes`, bytes, reasons: ['incomplete', 'damaged'] }
  })
}

function turnedOver(whole: Buffer, { body, trailer }: Parts): DamagedSession[] {
  const below = random()
  const end = whole.length
  const tokensEnd = headerBytes + 4 * trailer.tokens
  const regions: readonly (readonly [what: string, from: number, to: number])[] = [
    ['magic number and version of the state', 0, 8],
    ['count of tokens', 8, headerBytes],
    ['tokens', headerBytes, tokensEnd],
    ['cells', tokensEnd, trailer.stateBytes],
    ...(trailer.stateBytes < body.length ? [['checkpoints', trailer.stateBytes, body.length] as const] : []),
    ['description', body.length, end - sealBytes],
    ['checksum', end - sealBytes, end - 16],
    ['length of the description', end - 16, end - 12],
    ['version', end - 12, end - 8],
    ['last eight bytes', end - 8, end],
  ]
  const done = new Set<number>()
  return times(60, (round) => {
    const [what, from, to] = regions[round % regions.length] as (typeof regions)[number]
    let bit: number
    do bit = 8 * from + below(8 * (to - from))
    while (done.has(bit))
    done.add(bit)
    const at = Math.floor(bit / 8)
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] as number) ^ (1 << (bit % 8))
    return { what: `a bit of its ${what}, in byte ${at}`, bytes, reasons: ['incomplete', 'damaged', 'other-version', 'other-description'] }
  })
}

function lengthened(whole: Buffer): DamagedSession[] {
  const below = random()
  return times(10, (round) => ({
    what: 'extra bytes at the end, or the file twice',
    bytes: round === 9 ? Buffer.concat([whole.subarray(0, 500), whole]) : Buffer.concat([whole, Buffer.alloc(1 + below(99))]),
    reasons: ['incomplete', 'damaged'],
  }))
}

function ofOtherSettings({ body, trailer }: Parts, key: Buffer): DamagedSession[] {
  const fields = Object.keys(trailer.fingerprint)
  const otherValue = (field: string): string | number | boolean => {
    const value = trailer.fingerprint[field]
    return typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 256 : `${value}0`
  }
  return times(20, (round) => {
    const changed = [round, round + 1].slice(0, round < fields.length ? 1 : 2).map((at) => fields[at % fields.length] as string)
    const fingerprint = { ...trailer.fingerprint, ...Object.fromEntries(changed.map((field) => [field, otherValue(field)])) }
    return { what: `another ${changed.join(' and ')}`, bytes: forged(body, { ...trailer, fingerprint }, key), reasons: ['other-settings'] }
  })
}

function ofOtherConversations({ body, trailer }: Parts, key: Buffer): DamagedSession[] {
  return times(10, (round) => {
    const conversationId = round === 0 ? '../../elsewhere' : `7d4a1c9e-0000-4000-8000-00000000001${round}`
    return { what: 'another conversation', bytes: forged(body, { ...trailer, conversationId }, key), reasons: ['other-conversation'] }
  })
}

const ofOtherKeys = ({ body, trailer }: Parts): DamagedSession[] =>
  times(10, (round) => ({ what: 'sealed elsewhere', bytes: forged(body, trailer, Buffer.alloc(32, round + 100)), reasons: ['damaged'] }))

function ofOtherVersions({ body, trailer }: Parts, key: Buffer): DamagedSession[] {
  const stateOf = (version: number) => {
    const other = Buffer.from(body)
    other.writeUInt32LE(version, 4)
    return other
  }
  return times(20, (round) => ({
    what: `another version, of ${round < 10 ? 'the layout' : 'the state'}`,
    bytes:
      round < 10
        ? forged(body, trailer, key, { layout: round === 0 ? 1 : 2 + round })
        : forged(stateOf(round === 10 ? 2 : 4 + round), trailer, key),
    reasons: ['other-version', 'other-description'],
  }))
}

function ofWrongParts({ body, trailer }: Parts, key: Buffer): DamagedSession[] {
  const { stateBytes, tokens, checkpoints } = trailer
  const claiming = (change: object) => forged(body, { ...trailer, ...change }, key)
  const firstCheckpoint = (change: object) =>
    claiming({
      checkpoints:
        checkpoints.length > 0
          ? [{ ...checkpoints[0], ...change }, ...checkpoints.slice(1)]
          : [{ tokens: 1, bytes: headerBytes, ...change }],
    })
  const counting = (count: number) => {
    const other = Buffer.from(body)
    other.writeUInt32LE(count, 8)
    const list = other.subarray(headerBytes, headerBytes + 4 * Math.min(count, 1_000_000))
    const tokensHash = createHash('sha256').update(list).digest('hex')
    return forged(other, { ...trailer, tokens: count, tokensHash }, key)
  }
  const otherMagic = (at: number) => {
    const other = Buffer.from(body)
    other.writeUInt32LE(0x67676d6c, at)
    return forged(other, trailer, key)
  }
  const made: readonly (readonly [what: string, bytes: Buffer])[] = [
    ['cells described as a checkpoint', claiming({ stateBytes: stateBytes - 12, checkpoints: [{ tokens: 1, bytes: 12 }, ...checkpoints] })],
    ['a state one byte too long', claiming({ stateBytes: stateBytes + 1 })],
    ['a state of a tebibyte', claiming({ stateBytes: stateBytes + 2 ** 40 })],
    ['an empty state', claiming({ stateBytes: 0, checkpoints: [{ tokens: 1, bytes: body.length }] })],
    ['a checkpoint that is too long', firstCheckpoint({ bytes: 1e6 })],
    ['a checkpoint that is too short', firstCheckpoint({ bytes: 11 })],
    ['a checkpoint after the last token', firstCheckpoint({ tokens: tokens + 1 })],
    ['one checkpoint too many', claiming({ checkpoints: [...checkpoints, { tokens: 1, bytes: headerBytes }] })],
    ['a token count of 0', claiming({ tokens: 0 })],
    ['a token count that is too low', claiming({ tokens: tokens - 1 })],
    ['a token count that is too high', claiming({ tokens: tokens + 1 })],
    ['no token', counting(0)],
    ['more tokens than bytes', counting(Math.ceil(body.length / 4))],
    ['the highest token count', counting(2 ** 32 - 1)],
    ['no state', otherMagic(0)],
    ['other tokens', claiming({ tokensHash: 'ff'.repeat(32) })],
    ['a description that is not JSON', forged(body, 'no JSON', key)],
    ['an empty description', forged(body, '{}', key)],
    ['a description of 2 GiB', forged(body, trailer, key, { trailerBytes: 2 ** 31 })],
    ['a description longer than the file', forged(body, trailer, key, { trailerBytes: body.length * 4 })],
  ]
  return made.map(([what, bytes]) => ({ what, bytes, reasons: ['damaged', 'other-version', 'other-description', 'incomplete'] }))
}
