/**
 * A file with the state of a sequence:
 *
 *   llama.cpp's state ("ggsq", version, token count, tokens, cells) | trailer (JSON) | seal, 48 bytes
 *   seal: HMAC-SHA-256 of all before it (32) | length of the trailer (u32) | version of this layout (u32) | "HDRMSESS"
 *
 * The state comes first and untouched, so that llama.cpp reads the file in place: it stops where the state ends. The key of the
 * HMAC never leaves the data folder's database. So one check refuses what was cut off, what was damaged, and what was
 * made elsewhere, however well formed: llama.cpp's reader trusts the counts that it finds.
 * Source: `llama_context::state_seq_load_file`, src/llama-context.cpp.
 */
import { createHash, createHmac } from 'node:crypto'
import { constants, type FileHandle, open } from 'node:fs/promises'
import { z } from 'zod'
import { coded } from '../../core/contract/coded-error'
import type { ErrorFacts } from '../../core/contract/errors'
import { fingerprintDifferences, type SessionFingerprint, sessionFingerprint } from '../../core/sessions/fingerprint'

const layoutVersion = 1
const magic = Buffer.from('HDRMSESS')
const sealBytes = 48
const mostTrailerBytes = 1 << 16
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
  /** SHA-256 of the tokens as they stand in the state. */
  tokensHash: z.string(),
})

/** Whose state it has to be. */
export interface SessionOwner {
  readonly conversationId: string
  readonly fingerprint: SessionFingerprint
}

type Reason = ErrorFacts<'session-refused'>['reason']
const refused = (reason: Reason, detail: string) => coded('session-refused', { reason, detail })

/** Makes a session of the state that llama.cpp wrote to `path`, and puts it on the disk. Throws `session-refused` where that is none. */
export async function sealSession(path: string, key: Buffer, owner: SessionOwner): Promise<{ tokens: number; bytes: number }> {
  const file = await open(path, 'r+')
  try {
    const { size: stateBytes } = await file.stat()
    const { tokens, tokensHash } = await readTokens(file, stateBytes)
    const trailer = Buffer.from(JSON.stringify({ ...owner, stateBytes, tokens, tokensHash } satisfies z.infer<typeof trailerSchema>))
    const mac = createHmac('sha256', key)
    await pass(file, stateBytes, (chunk) => mac.update(chunk))
    const seal = Buffer.concat([mac.update(trailer).digest(), numbers(trailer.length, layoutVersion), magic])
    const end = Buffer.concat([trailer, seal])
    await file.write(end, 0, end.length, stateBytes)
    await file.sync()
    return { tokens, bytes: stateBytes + end.length }
  } finally {
    await file.close()
  }
}

/** Checks a whole file before anything else may read it. Throws `session-refused` and node's errors of files. */
export async function checkSession(path: string, key: Buffer, owner: SessionOwner): Promise<{ tokens: number; bytes: number }> {
  // A link could lead out of the folder.
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? refused('outside-folder', 'it is a link') : error
  })
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw refused('outside-folder', 'it is no file')
    const { stateBytes, trailer } = await checkSeal(file, stats.size, key)
    assertOwner(trailer, owner)
    if (trailer.stateBytes !== stateBytes) throw refused('damaged', 'its parts do not add up')
    const { tokens, tokensHash } = await readTokens(file, stateBytes)
    if (tokens !== trailer.tokens || tokensHash !== trailer.tokensHash) throw refused('damaged', 'its tokens are others')
    if (tokens > owner.fingerprint.contextTokens) throw refused('damaged', 'it has more tokens than the context holds')
    return { tokens, bytes: stats.size }
  } finally {
    await file.close()
  }
}

async function checkSeal(file: FileHandle, size: number, key: Buffer) {
  if (size < stateHeaderBytes + sealBytes) throw refused('incomplete', 'it is too short')
  const seal = await read(file, size - sealBytes, sealBytes)
  if (!seal.subarray(40).equals(magic)) throw refused('incomplete', 'its end is missing')
  const version = seal.readUInt32LE(36)
  if (version !== layoutVersion) throw refused('other-version', `format ${version}, this Headroom writes ${layoutVersion}`)
  const trailerBytes = seal.readUInt32LE(32)
  const stateBytes = size - sealBytes - trailerBytes
  if (trailerBytes > mostTrailerBytes || stateBytes < stateHeaderBytes) throw refused('damaged', 'its parts do not add up')
  const mac = createHmac('sha256', key)
  await pass(file, size - sealBytes, (chunk) => mac.update(chunk))
  // Not in constant time: who could measure it can read the key.
  if (!mac.digest().equals(seal.subarray(0, 32))) throw refused('damaged', 'its checksum is another')
  const trailer = trailerSchema.safeParse(parsed(await read(file, stateBytes, trailerBytes)))
  if (!trailer.success) throw refused('other-version', 'its description is not one that this Headroom writes')
  return { stateBytes, trailer: trailer.data }
}

function assertOwner(found: SessionOwner, wanted: SessionOwner): void {
  if (found.conversationId !== wanted.conversationId) throw refused('other-conversation', 'it was saved for another one')
  const differences = fingerprintDifferences(found.fingerprint, wanted.fingerprint)
  if (differences.length > 0) throw refused('other-settings', differences.join(', '))
}

async function readTokens(file: FileHandle, stateBytes: number): Promise<{ tokens: number; tokensHash: string }> {
  if (stateBytes < stateHeaderBytes) throw refused('incomplete', 'it is too short')
  const header = await read(file, 0, stateHeaderBytes)
  if (header.readUInt32LE(0) !== stateMagic) throw refused('damaged', 'it is no state of a sequence')
  if (header.readUInt32LE(4) !== stateVersion)
    throw refused('other-version', `llama.cpp's format ${header.readUInt32LE(4)}, not ${stateVersion}`)
  const tokens = header.readUInt32LE(8)
  if (tokens < 1 || stateHeaderBytes + 4 * tokens >= stateBytes) throw refused('damaged', 'its parts do not add up')
  const list = await read(file, stateHeaderBytes, 4 * tokens)
  return { tokens, tokensHash: createHash('sha256').update(list).digest('hex') }
}

/** Hands the first `bytes` of a file over, piece by piece. */
async function pass(file: FileHandle, bytes: number, take: (chunk: Buffer) => void): Promise<void> {
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(chunkBytes, bytes - at), at)
    if (bytesRead === 0) throw refused('incomplete', 'it became shorter')
    take(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}

async function read(file: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  const { bytesRead } = await file.read(buffer, 0, bytes, from)
  if (bytesRead < bytes) throw refused('incomplete', 'it became shorter')
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
