import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { SessionFingerprint } from '../../core/sessions/fingerprint'
import { checkSession, describeSession, extractPart, type SessionOwner, sealSession } from './session-file'
import { damagedSessions, forged } from './testing/damaged-sessions'

const fingerprint: SessionFingerprint = {
  modelHash: 'ab'.repeat(32),
  architecture: 'llama',
  rope: 'dimension_count=64 freq_base=10000',
  keyType: 'f16',
  valueType: 'q8_0',
  sequences: 1,
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

/** "ggsq", version 3, token count, tokens, cells. */
function state(): Buffer {
  const head = Uint32Array.from([0x67677371, 3, tokens, ...Array.from({ length: tokens }, (_, at) => at * 3)])
  return Buffer.concat([Buffer.from(head.buffer), Buffer.alloc(cellBytes, 0x5a)])
}

const parts = [700, 900].map((length) => {
  const head = Uint32Array.from([0x67677371, 3, 0])
  return Buffer.concat([Buffer.from(head.buffer), Buffer.alloc(length, 0x33)])
})
const partBytes = parts.map(({ length }) => length)
const content2 = () => Buffer.concat([state(), ...parts])

function trailerOf(content: Buffer): object {
  const tokensHash = createHash('sha256')
    .update(content.subarray(12, 12 + 4 * tokens))
    .digest('hex')
  const checkpoints = partBytes.map((bytes, at) => ({ tokens: 10 + at, bytes }))
  const stateBytes = content.length - (partBytes[0] as number) - (partBytes[1] as number)
  return { ...owner, stateBytes, tokens, tokensHash, checkpoints, messages: ['00ff', '11ee'] }
}

async function refusalOf(bytes: Buffer, wanted = owner): Promise<string> {
  const damaged = join(folder, 'damaged.session')
  writeFileSync(damaged, bytes)
  try {
    await checkSession(damaged, key, wanted)
    return 'accepted'
  } catch (error) {
    const failure = failureOf(error)
    return failure?.code === 'session-refused' ? failure.facts.reason.kind : String(error)
  }
}

describe('a session file', () => {
  it('is accepted if it is unchanged, and its tokens, length and checkpoints are returned', async () => {
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
  it('takes the place of the files of its checkpoints', () => {
    expect(readdirSync(folder)).toEqual(['a.session'])
  })
  it('returns its checkpoints unchanged', async () => {
    const { checkpoints } = await checkSession(path, key, owner)
    const target = join(folder, 'part')
    for (const [at, part] of checkpoints.entries()) {
      await extractPart(path, part, target)
      expect(readFileSync(target).equals(parts[at] as Buffer)).toBe(true)
    }
  })
  it('describes its tokens, checkpoints, and messages', async () => {
    expect(await describeSession(path)).toMatchObject({ tokens, checkpoints: [10, 11], messages: ['00ff', '11ee'] })
  })
  it('has no checkpoints if the sequence had none', async () => {
    const plain = join(folder, 'plain.session')
    writeFileSync(plain, state())
    await sealSession(plain, key, owner)
    expect((await checkSession(plain, key, owner)).checkpoints).toEqual([])
  })
  it('begins with the exact bytes of llama.cpp’s state, which llama.cpp reads in place', () => {
    expect(whole.subarray(0, state().length).equals(state())).toBe(true)
  })
  it('equals a file that the test builds by hand', async () => {
    expect(forged(content2(), trailerOf(content2()), key).equals(whole)).toBe(true)
  })
  it('is not created from a file that llama.cpp wrote only in part', async () => {
    const half = join(folder, 'half')
    writeFileSync(half, state().subarray(0, 100))
    await expect(sealSession(half, key, owner)).rejects.toThrow('session-refused')
    writeFileSync(half, '')
    await expect(sealSession(half, key, owner)).rejects.toThrow('session-refused')
  })
  it('is not read through a link', async ({ skip }) => {
    skip(process.platform === 'win32', 'links need a privilege on Windows')
    const link = join(folder, 'link.session')
    symlinkSync(path, link)
    await expect(checkSession(link, key, owner)).rejects.toMatchObject({
      failure: { facts: { reason: { kind: 'outside-folder', what: 'link' } } },
    })
  })
})

describe('a damaged session file', () => {
  it('is refused with the right reason for each of 200 kinds of damage', async () => {
    const damaged = damagedSessions(whole, key)
    expect(new Set(damaged.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))).size).toBe(200)
    for (const { what, bytes, reasons } of damaged) expect([what, reasons.includes(await refusalOf(bytes))]).toEqual([what, true])
  })
  it('is refused if it has more tokens than the context holds', async () => {
    const small = { ...owner, fingerprint: { ...fingerprint, contextTokens: 39 } }
    const content = content2()
    expect(await refusalOf(forged(content, { ...trailerOf(content), ...small }, key), small)).toBe('damaged')
  })
})
