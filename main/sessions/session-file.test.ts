import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/coded-error'
import type { SessionFingerprint } from '../../core/sessions/fingerprint'
import { seededRandom } from '../../core/stats/seeded-random'
import { checkSession, describeSession, extractPart, type SessionOwner, sealSession } from './session-file'

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
  const checkpoints = [...parts.keys()].map((at) => ({ tokens: 10 + at, path: join(folder, `a.${at}`) }))
  for (const [at, { path: part }] of checkpoints.entries()) writeFileSync(part, parts[at] as Buffer)
  await sealSession(path, key, owner, { checkpoints, messages: ['00ff', '11ee'] })
  whole = readFileSync(path)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What llama.cpp writes: "ggsq", version 3, the count of tokens, the tokens, the cells. */
function state({ magic = 0x67677371, version = 3, count = tokens } = {}): Buffer {
  const head = Uint32Array.from([magic, version, count, ...Array.from({ length: tokens }, (_, at) => at * 3)])
  return Buffer.concat([Buffer.from(head.buffer), Buffer.alloc(cellBytes, 0x5a)])
}

/** States of two checkpoints, without tokens of their own. */
const parts = [700, 900].map((length) => {
  const head = Uint32Array.from([0x67677371, 3, 0])
  return Buffer.concat([Buffer.from(head.buffer), Buffer.alloc(length, 0x33)])
})
const partBytes = parts.map(({ length }) => length)
const content2 = () => Buffer.concat([state(), ...parts])

/** A session put together by hand, with a seal that is right whatever is in it. */
function forged(content: Buffer, trailer: unknown, { layout = 2, sealKey = key, trailerBytes = -1 } = {}): Buffer {
  const description = Buffer.from(typeof trailer === 'string' ? trailer : JSON.stringify(trailer))
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32LE(trailerBytes < 0 ? description.length : trailerBytes, 0)
  numbers.writeUInt32LE(layout, 4)
  const mac = createHmac('sha256', sealKey).update(content).update(description).digest()
  return Buffer.concat([content, description, mac, numbers, Buffer.from('HDRMSESS')])
}
/** `content`: a state, and checkpoints behind it. */
function trailerOf(content: Buffer, change: object = {}): object {
  const count = Math.min(content.readUInt32LE(8), 1_000_000)
  const tokensHash = createHash('sha256')
    .update(content.subarray(12, 12 + 4 * count))
    .digest('hex')
  const checkpoints = partBytes.map((bytes, at) => ({ tokens: 10 + at, bytes }))
  const stateBytes = content.length - (partBytes[0] as number) - (partBytes[1] as number)
  return { ...owner, stateBytes, tokens: content.readUInt32LE(8), tokensHash, checkpoints, messages: ['00ff', '11ee'], ...change }
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
    const from = state().length
    expect(await checkSession(path, key, owner)).toEqual({
      tokens,
      bytes: whole.length,
      checkpoints: [
        { tokens: 10, from, bytes: partBytes[0] },
        { tokens: 11, from: from + (partBytes[0] as number), bytes: partBytes[1] },
      ],
    })
  })
  it('gives its checkpoints back as they were', async () => {
    const { checkpoints } = await checkSession(path, key, owner)
    const target = join(folder, 'part')
    for (const [at, part] of checkpoints.entries()) {
      await extractPart(path, part, target)
      expect(readFileSync(target).equals(parts[at] as Buffer)).toBe(true)
    }
  })
  it('says of itself what it was made of', async () => {
    expect(await describeSession(path)).toEqual({ tokens, checkpoints: [10, 11], messages: ['00ff', '11ee'] })
  })
  it('has no checkpoints where there were none', async () => {
    const plain = join(folder, 'plain.session')
    writeFileSync(plain, state())
    await sealSession(plain, key, owner)
    expect((await checkSession(plain, key, owner)).checkpoints).toEqual([])
  })
  it('begins with what llama.cpp wrote, to the byte: it is read in place', () => {
    expect(whole.subarray(0, state().length).equals(state())).toBe(true)
  })
  it('is the same when it is put together by hand', async () => {
    expect(forged(content2(), trailerOf(content2())).equals(whole)).toBe(true)
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
      const content = Buffer.concat([round < 10 ? state() : state({ version: round === 10 ? 2 : 4 + round }), ...parts])
      await expectRefusal(forged(content, trailerOf(content), { layout: round === 0 ? 1 : round < 10 ? 2 + round : 2 }), ['other-version'])
    }
  })
  it('20 made by a grammar, sealed as they should be, with parts that do not fit each other', async () => {
    const content = content2()
    const length = state().length
    const checkpoint = (change: object) => ({
      checkpoints: [
        { tokens: 10, bytes: partBytes[0], ...change },
        { tokens: 11, bytes: partBytes[1] },
      ],
    })
    const noPart = Buffer.concat([state(), Buffer.alloc(partBytes[0] as number, 0x33), parts[1] as Buffer])
    const made: Buffer[] = [
      ...[-1, 1, 2 ** 40].map((change) => forged(content, trailerOf(content, { stateBytes: length + change }))),
      forged(content, trailerOf(content, checkpoint({ bytes: 1e6 }))),
      forged(content, trailerOf(content, checkpoint({ bytes: (partBytes[0] as number) - 1 }))),
      forged(content, trailerOf(content, checkpoint({ tokens: tokens + 1 }))),
      forged(noPart, trailerOf(noPart)),
      ...[0, 39, 41].map((count) => forged(content, trailerOf(content, { tokens: count }))),
      ...[0, tokens + 800, 2 ** 32 - 1]
        .map((count) => Buffer.concat([state({ count }), ...parts]))
        .map((other) => forged(other, trailerOf(other))),
      ...[Buffer.concat([state({ magic: 0x67676d6c }), ...parts])].map((other) => forged(other, trailerOf(other))),
      forged(content, trailerOf(content, { tokensHash: 'ff'.repeat(32) })),
      forged(content, 'no JSON'),
      forged(content, '[]'),
      forged(content, '{}'),
      forged(content, trailerOf(content), { trailerBytes: 2 ** 31 }),
      forged(content, trailerOf(content), { trailerBytes: content.length * 4 }),
    ]
    expect(made).toHaveLength(20)
    for (const bytes of made) await expectRefusal(bytes, ['damaged', 'other-version', 'incomplete'])
  })
  it('and that were 200', () => {
    expect(refused).toBe(200)
  })
  it('and one with more tokens than the context holds', async () => {
    const small = { ...owner, fingerprint: { ...fingerprint, contextTokens: 39 } }
    const content = content2()
    expect(await refusalOf(forged(content, { ...trailerOf(content), ...small }), small)).toBe('damaged')
  })
})
