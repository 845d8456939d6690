/**
 * The file of a session:
 *
 *   llama.cpp's state ("ggsq", version, token count, tokens, cells) | checkpoints, each a state | trailer (JSON) | seal, 48 bytes
 *   seal: HMAC-SHA-256 of everything before (32) | length of the trailer (u32) | version of this layout (u32) | "HDRMSESS"
 *
 * llama.cpp reads the state in place and trusts its counts. The HMAC, whose key never leaves the data folder, detects files that are cut
 * off, damaged or made elsewhere. While llama.cpp writes or reads checkpoints, each has its own file. Source:
 * `llama_context::state_seq_load_file`, src/llama-context.cpp.
 */
import { createHash, createHmac } from 'node:crypto'
import { constants, type FileHandle, open, rm } from 'node:fs/promises'
import { z } from 'zod'
import { mostCheckpoints } from '../../core/contract/cache/session-limits'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import type { SessionRefusal } from '../../core/contract/errors/session-reasons'
import { fingerprintDifferences, type SessionFingerprint, sessionFingerprint } from '../../core/sessions/fingerprint'
import { openRegularFile } from '../files/open-regular-file'

const layoutVersion = 2
const magic = Buffer.from('HDRMSESS')
const sealBytes = 48
const mostTrailerBytes = 1 << 20
const chunkBytes = 1 << 20

/** Source: LLAMA_STATE_SEQ_MAGIC and LLAMA_STATE_SEQ_VERSION in include/llama.h, llama.cpp v0.4.0. */
const stateMagic = 0x67677371
const stateVersion = 3
const stateHeaderBytes = 12

const trailerSchema = z.object({
  conversationId: z.string(),
  fingerprint: sessionFingerprint,
  stateBytes: z.int(),
  tokens: z.int(),
  tokensHash: z.string(),
  checkpoints: z.array(z.object({ tokens: z.int().positive(), bytes: z.int().positive() })).max(mostCheckpoints),
  /** Absent in older files. */
  canCutAnywhere: z.boolean().optional(),
  /** Hashes of messages (core/sessions/message-hash.ts). */
  messages: z.array(z.string()),
  /** What processing took with this model on this machine. Absent if it was not measured. */
  processing: z
    .array(z.object({ depth: z.number().nonnegative(), msPerToken: z.number().positive() }))
    .nonempty()
    .optional(),
})
type Trailer = z.infer<typeof trailerSchema>

export interface SessionOwner {
  readonly conversationId: string
  readonly fingerprint: SessionFingerprint
}

export interface SessionExtras {
  /** Ordered by number of tokens. */
  readonly checkpoints: readonly { readonly tokens: number; readonly path: string }[]
  readonly canCutAnywhere?: boolean
  readonly messages: readonly string[]
  readonly processing?: Trailer['processing'] | undefined
  /** The message hashes are left out if the file would be larger. */
  readonly mostBytes?: number
}

export interface CheckpointPart {
  readonly tokens: number
  readonly from: number
  readonly bytes: number
}

export interface CheckedSession {
  readonly tokens: number
  readonly bytes: number
  readonly checkpoints: CheckpointPart[]
}

const refused = (reason: SessionRefusal) => coded('session-refused', { reason })
const incomplete = (flaw: Extract<SessionRefusal, { readonly kind: 'incomplete' }>['flaw']) => refused({ kind: 'incomplete', flaw })
const damaged = (flaw: Extract<SessionRefusal, { readonly kind: 'damaged' }>['flaw']) => refused({ kind: 'damaged', flaw })
const otherState = (found: number) => refused({ kind: 'other-version', of: 'llama.cpp', found, known: stateVersion })

/** Removes the file of each checkpoint once it is appended. Throws `session-refused` if `path` is not a state that llama.cpp wrote. */
export async function sealSession(
  path: string,
  key: Buffer,
  owner: SessionOwner,
  { checkpoints, canCutAnywhere, messages, processing, mostBytes = Number.POSITIVE_INFINITY }: SessionExtras = noExtras,
): Promise<{ tokens: number; bytes: number }> {
  const file = await openRegularFile(path, constants.O_RDWR)
  try {
    const { size: stateBytes } = await file.stat()
    const { tokens, tokensHash } = await readTokens(file, stateBytes)
    const mac = createHmac('sha256', key)
    await pass(file, 0, stateBytes, (chunk) => mac.update(chunk))
    const parts: Trailer['checkpoints'] = []
    let end = stateBytes
    for (const checkpoint of checkpoints) {
      const bytes = await append(file, end, checkpoint.path, (chunk) => mac.update(chunk))
      await rm(checkpoint.path)
      parts.push({ tokens: checkpoint.tokens, bytes })
      end += bytes
    }
    const known = { ...(canCutAnywhere === undefined ? {} : { canCutAnywhere }), ...(processing ? { processing } : {}) }
    const described = { ...owner, stateBytes, tokens, tokensHash, checkpoints: parts, messages: [...messages], ...known }
    const trailer = spelled(described, Math.min(mostTrailerBytes, mostBytes - end - sealBytes))
    const seal = Buffer.concat([mac.update(trailer).digest(), numbers(trailer.length, layoutVersion), magic])
    const last = Buffer.concat([trailer, seal])
    await file.write(last, 0, last.length, end)
    await file.sync()
    return { tokens, bytes: end + last.length }
  } finally {
    await file.close()
  }
}
const noExtras: SessionExtras = { checkpoints: [], messages: [] }

/** Omits the message hashes if the trailer would be too long, because only an estimate needs them. */
function spelled(trailer: Trailer, mostBytes: number): Buffer {
  const whole = Buffer.from(JSON.stringify(trailer))
  return whole.length <= mostBytes ? whole : Buffer.from(JSON.stringify({ ...trailer, messages: [] }))
}

/** Call before llama.cpp reads the file. Throws `session-refused`. */
export async function checkSession(path: string, key: Buffer, owner: SessionOwner): Promise<CheckedSession> {
  const file = await openSession(path)
  try {
    const { size } = await file.stat()
    const seal = await readSeal(file, size)
    const mac = createHmac('sha256', key)
    await pass(file, 0, size - sealBytes, (chunk) => mac.update(chunk))
    // A constant-time comparison is unnecessary: anyone who could measure the time can read the key.
    if (!mac.digest().equals(seal.mac)) throw damaged('checksum')
    const trailer = await readTrailer(file, seal)
    assertOwner(trailer, owner)
    const checkpoints = partsOf(trailer)
    const end = checkpoints.reduce((at, { bytes }) => at + bytes, trailer.stateBytes)
    if (trailer.stateBytes < stateHeaderBytes || end !== seal.bodyBytes) throw damaged('sizes')
    const { tokens, tokensHash } = await readTokens(file, trailer.stateBytes)
    if (tokens !== trailer.tokens || tokensHash !== trailer.tokensHash) throw damaged('tokens')
    if (tokens > owner.fingerprint.contextTokens) throw damaged('more-tokens-than-context')
    for (const part of checkpoints) await checkPart(file, part, tokens)
    return { tokens, bytes: size, checkpoints }
  } finally {
    await file.close()
  }
}

export interface SessionDescription {
  readonly tokens: number
  readonly tokenIds: readonly number[]
  readonly checkpoints: number[]
  /** False in older files, which do not say it. */
  readonly canCutAnywhere: boolean
  readonly messages: string[]
  readonly processing: Trailer['processing']
}

/** For estimates only, because it does not check the seal. Throws `session-refused`. */
export async function describeSession(path: string): Promise<SessionDescription> {
  const file = await openSession(path)
  try {
    const {
      stateBytes,
      checkpoints,
      canCutAnywhere = false,
      messages,
      processing,
    } = await readTrailer(file, await readSeal(file, (await file.stat()).size))
    const { tokens, list } = await readTokens(file, stateBytes)
    const tokenIds = Array.from({ length: tokens }, (_, at) => list.readUInt32LE(4 * at))
    return { tokens, tokenIds, checkpoints: checkpoints.map((checkpoint) => checkpoint.tokens), canCutAnywhere, messages, processing }
  } finally {
    await file.close()
  }
}

export async function extractPart(path: string, { from, bytes }: CheckpointPart, target: string): Promise<void> {
  const source = await openSession(path)
  try {
    const file = await open(target, 'w')
    try {
      let at = 0
      await pass(source, from, bytes, async (chunk) => {
        await file.write(chunk, 0, chunk.length, at)
        at += chunk.length
      })
    } finally {
      await file.close()
    }
  } finally {
    await source.close()
  }
}

async function openSession(path: string): Promise<FileHandle> {
  // A link could lead out of the folder.
  return openRegularFile(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((error: NodeJS.ErrnoException) => {
    const failure = failureOf(error)
    if (failure?.code === 'not-a-file') throw refused({ kind: 'outside-folder', what: failure.facts.kind })
    throw error.code === 'ELOOP' ? refused({ kind: 'outside-folder', what: 'link' }) : error
  })
}

interface Seal {
  readonly mac: Buffer
  readonly bodyBytes: number
  readonly trailerBytes: number
}

async function readSeal(file: FileHandle, size: number): Promise<Seal> {
  if (size < stateHeaderBytes + sealBytes) throw incomplete('too-short')
  const seal = await read(file, size - sealBytes, sealBytes)
  if (!seal.subarray(40).equals(magic)) throw incomplete('end-missing')
  const version = seal.readUInt32LE(36)
  if (version !== layoutVersion) throw refused({ kind: 'other-version', of: 'headroom', found: version, known: layoutVersion })
  const trailerBytes = seal.readUInt32LE(32)
  const bodyBytes = size - sealBytes - trailerBytes
  if (trailerBytes > mostTrailerBytes || bodyBytes < stateHeaderBytes) throw damaged('sizes')
  return { mac: seal.subarray(0, 32), bodyBytes, trailerBytes }
}

async function readTrailer(file: FileHandle, { bodyBytes, trailerBytes }: Seal): Promise<Trailer> {
  const trailer = trailerSchema.safeParse(parsed(await read(file, bodyBytes, trailerBytes)))
  if (!trailer.success) throw refused({ kind: 'other-description' })
  return trailer.data
}

function partsOf({ stateBytes, checkpoints }: Trailer): CheckpointPart[] {
  let from = stateBytes
  return checkpoints.map(({ tokens, bytes }) => {
    from += bytes
    return { tokens, bytes, from: from - bytes }
  })
}

async function checkPart(file: FileHandle, { from, bytes, tokens }: CheckpointPart, most: number): Promise<void> {
  if (tokens > most) throw damaged('checkpoint-after-end')
  if (bytes < stateHeaderBytes) throw damaged('sizes')
  const header = await read(file, from, stateHeaderBytes)
  if (header.readUInt32LE(0) !== stateMagic) throw damaged('checkpoint-not-a-state')
  if (header.readUInt32LE(4) !== stateVersion) throw otherState(header.readUInt32LE(4))
}

function assertOwner(found: SessionOwner, wanted: SessionOwner): void {
  if (found.conversationId !== wanted.conversationId) throw refused({ kind: 'other-conversation' })
  const differences = fingerprintDifferences(found.fingerprint, wanted.fingerprint)
  if (differences.length > 0) throw refused({ kind: 'other-settings', differences })
}

async function readTokens(file: FileHandle, stateBytes: number): Promise<{ tokens: number; tokensHash: string; list: Buffer }> {
  if (stateBytes < stateHeaderBytes) throw incomplete('too-short')
  const header = await read(file, 0, stateHeaderBytes)
  if (header.readUInt32LE(0) !== stateMagic) throw damaged('not-a-state')
  if (header.readUInt32LE(4) !== stateVersion) throw otherState(header.readUInt32LE(4))
  const tokens = header.readUInt32LE(8)
  if (tokens < 1 || stateHeaderBytes + 4 * tokens >= stateBytes) throw damaged('sizes')
  const list = await read(file, stateHeaderBytes, 4 * tokens)
  return { tokens, tokensHash: createHash('sha256').update(list).digest('hex'), list }
}

async function pass(file: FileHandle, from: number, bytes: number, take: (chunk: Buffer) => unknown): Promise<void> {
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(chunkBytes, bytes - at), from + at)
    if (bytesRead === 0) throw incomplete('became-shorter')
    await take(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}

async function append(file: FileHandle, at: number, path: string, take: (chunk: Buffer) => void): Promise<number> {
  const source = await openRegularFile(path)
  try {
    const { size } = await source.stat()
    let end = at
    await pass(source, 0, size, async (chunk) => {
      take(chunk)
      await file.write(chunk, 0, chunk.length, end)
      end += chunk.length
    })
    return size
  } finally {
    await source.close()
  }
}

async function read(file: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  const { bytesRead } = await file.read(buffer, 0, bytes, from)
  if (bytesRead < bytes) throw incomplete('became-shorter')
  return buffer
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

function numbers(...values: number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) buffer.writeUInt32LE(value, 4 * at)
  return buffer
}
