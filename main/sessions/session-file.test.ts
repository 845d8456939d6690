import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/coded-error'
import type { SessionFingerprint } from '../../core/sessions/fingerprint'
import { seededRandom } from '../../core/stats/seeded-random'
import { checkSession, type SessionOwner, sealSession } from './session-file'

const fingerprint: SessionFingerprint = {
  modelHash: 'ab'.repeat(32),
  architecture: 'llama',
  rope: 'dimension_count=64 freq_base=10000',
  keyType: 'f16',
  valueType: 'q8_0',
  contextTokens: 2048,
  batchTokens: 512,
  swaFullCache: false,
  flashAttention: true,
  engine: 'llama.cpp v0.4.0, cpu',
}
const owner: SessionOwner = { conversationId: '7d4a1c9e-0000-4000-8000-000000000001', fingerprint }
const key = Buffer.alloc(32, 7)
const tokens = 40
const cellBytes = 3000

let folder: string
let path: string
let whole: Buffer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-session-'))
  path = join(folder, 'a.session')
  writeFileSync(path, state())
  await sealSession(path, key, owner)
  whole = readFileSync(path)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What llama.cpp writes: "ggsq", version 3, the count of tokens, the tokens, the cells. */
function state({ magic = 0x67677371, version = 3, count = tokens } = {}): Buffer {
  const head = Uint32Array.from([magic, version, count, ...Array.from({ length: tokens }, (_, at) => at * 3)])
  return Buffer.concat([Buffer.from(head.buffer), Buffer.alloc(cellBytes, 0x5a)])
}

/** A session put together by hand, with a seal that is right whatever is in it. */
function forged(content: Buffer, trailer: unknown, { layout = 1, sealKey = key, trailerBytes = -1 } = {}): Buffer {
  const description = Buffer.from(typeof trailer === 'string' ? trailer : JSON.stringify(trailer))
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32LE(trailerBytes < 0 ? description.length : trailerBytes, 0)
  numbers.writeUInt32LE(layout, 4)
  const mac = createHmac('sha256', sealKey).update(content).update(description).digest()
  return Buffer.concat([content, description, mac, numbers, Buffer.from('HDRMSESS')])
}
function trailerOf(content: Buffer, change: object = {}): object {
  const count = Math.min(content.readUInt32LE(8), 1_000_000)
  const tokensHash = createHash('sha256')
    .update(content.subarray(12, 12 + 4 * count))
    .digest('hex')
  return { ...owner, stateBytes: content.length, tokens: content.readUInt32LE(8), tokensHash, ...change }
}

async function refusalOf(bytes: Buffer, wanted = owner, sealKey: Buffer = key): Promise<string> {
  const damaged = join(folder, 'damaged.session')
  writeFileSync(damaged, bytes)
  try {
    await checkSession(damaged, sealKey, wanted)
    return 'accepted'
  } catch (error) {
    const failure = failureOf(error)
    return failure?.code === 'session-refused' ? failure.facts.reason : String(error)
  }
}

describe('a session', () => {
  it('is accepted as it was sealed, with its tokens and its length', async () => {
    expect(await checkSession(path, key, owner)).toEqual({ tokens, bytes: whole.length })
  })
  it('begins with what llama.cpp wrote, to the byte: it is read in place', () => {
    expect(whole.subarray(0, state().length).equals(state())).toBe(true)
  })
  it('is the same when it is put together by hand', async () => {
    expect(forged(state(), trailerOf(state())).equals(whole)).toBe(true)
  })
  it('is not made of a file that llama.cpp did not write to its end', async () => {
    const half = join(folder, 'half')
    writeFileSync(half, state().subarray(0, 100))
    await expect(sealSession(half, key, owner)).rejects.toThrow('session-refused')
    writeFileSync(half, '')
    await expect(sealSession(half, key, owner)).rejects.toThrow('session-refused')
  })
  it.skipIf(process.platform === 'win32')('is not read through a link', async () => {
    const link = join(folder, 'link.session')
    symlinkSync(path, link)
    await expect(checkSession(link, key, owner)).rejects.toMatchObject({ failure: { facts: { reason: 'outside-folder' } } })
  })
})

describe('of 200 damaged sessions none is accepted:', () => {
  const random = seededRandom(1)
  const below = (end: number) => Math.floor(random() * end)
  let refused = 0
  const expectRefusal = async (bytes: Buffer, reasons: readonly string[], wanted = owner, sealKey: Buffer = key) => {
    expect(reasons).toContain(await refusalOf(bytes, wanted, sealKey))
    refused++
  }

  it('50 that were cut off', async () => {
    for (let round = 0; round < 50; round++)
      await expectRefusal(whole.subarray(0, round < 4 ? round * 20 : below(whole.length)), ['incomplete', 'damaged'])
  })
  it('60 with one bit turned over, anywhere', async () => {
    for (let round = 0; round < 60; round++) {
      const bytes = Buffer.from(whole)
      // The last 48 bytes are the seal: half of the rounds go there and into the description before it.
      const at = round % 2 === 0 ? below(whole.length) : whole.length - 1 - below(700)
      bytes[at] = (bytes[at] as number) ^ (1 << below(8))
      await expectRefusal(bytes, ['incomplete', 'damaged', 'other-version'])
    }
  })
  it('10 with something behind their end, or twice themselves', async () => {
    for (let round = 0; round < 10; round++)
      await expectRefusal(
        round === 9 ? Buffer.concat([whole.subarray(0, 500), whole]) : Buffer.concat([whole, Buffer.alloc(1 + below(99))]),
        ['incomplete', 'damaged'],
      )
  })
  it('20 of another model, other settings or another llama.cpp, one thing at a time', async () => {
    const fields = Object.keys(fingerprint) as (keyof SessionFingerprint)[]
    for (let round = 0; round < 20; round++) {
      const field = fields[round % fields.length] as keyof SessionFingerprint
      const value = fingerprint[field]
      const other = typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 256 + round : `${value}${round}`
      await expectRefusal(whole, ['other-settings'], { ...owner, fingerprint: { ...fingerprint, [field]: other } })
    }
  })
  it('10 of another conversation', async () => {
    for (let round = 0; round < 10; round++)
      await expectRefusal(whole, ['other-conversation'], { ...owner, conversationId: `7d4a1c9e-0000-4000-8000-00000000001${round}` })
  })
  it('10 that another Headroom sealed', async () => {
    for (let round = 0; round < 10; round++) await expectRefusal(whole, ['damaged'], owner, Buffer.alloc(32, round + 100))
  })
  it('20 of another version, of Headroom or of llama.cpp, sealed as they should be', async () => {
    for (let round = 0; round < 20; round++) {
      const content = round < 10 ? state() : state({ version: round === 10 ? 2 : 4 + round })
      await expectRefusal(forged(content, trailerOf(content), { layout: round < 10 ? 2 + round : 1 }), ['other-version'])
    }
  })
  it('20 made by a grammar, sealed as they should be, with parts that do not fit each other', async () => {
    const content = state()
    const parts: Buffer[] = [
      ...[0, -1, 1, 4, 1e6, 2 ** 40].map((change) => forged(content, trailerOf(content, { stateBytes: content.length + change }))),
      ...[0, 39, 41, 2 ** 31].map((count) => forged(content, trailerOf(content, { tokens: count }))),
      ...[0, tokens + 800, 2 ** 32 - 1].map((count) => forged(state({ count }), trailerOf(state({ count })))),
      forged(state({ magic: 0x67676d6c }), trailerOf(state({ magic: 0x67676d6c }))),
      forged(content, trailerOf(content, { tokensHash: 'ff'.repeat(32) })),
      forged(content, 'no JSON'),
      forged(content, '[]'),
      forged(content, '{}'),
      forged(content, trailerOf(content), { trailerBytes: 2 ** 31 }),
      forged(content, trailerOf(content), { trailerBytes: content.length * 4 }),
    ]
    // A change of 0 bytes is none: that one becomes a length of 1.
    parts[0] = forged(content, trailerOf(content, { stateBytes: 1 }))
    expect(parts).toHaveLength(20)
    for (const bytes of parts) await expectRefusal(bytes, ['damaged', 'other-version', 'incomplete'])
  })
  it('and that were 200', () => {
    expect(refused).toBe(200)
  })
  it('and one with more tokens than the context holds', async () => {
    const small = { ...owner, fingerprint: { ...fingerprint, contextTokens: 39 } }
    const content = state()
    expect(await refusalOf(forged(content, { ...trailerOf(content), ...small }), small)).toBe('damaged')
  })
})
