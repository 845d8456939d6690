import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Where the recordings are, in this checkout. */
export const recordingsFolder = join(import.meta.dirname, '../../../../native-models/fixtures/server-recordings')

/** Bytes that are not UTF-8 by themselves are in base64. */
const bytes = z.union([z.string(), z.object({ base64: z.string() })])

const exchange = z.object({
  request: z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
  answer: z.object({
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    /** What arrived at once, with its time in ms since the request was sent. */
    pieces: z.array(z.tuple([z.number(), bytes])),
    /** `broken`: the server closed the connection in the middle. */
    end: z.enum(['complete', 'closed-by-client', 'broken']),
  }),
})

const recording = z.object({
  server: z.object({
    name: z.string(),
    version: z.string(),
    commit: z.string().nullable(),
    model: z.string(),
    flags: z.array(z.string()),
    environment: z.record(z.string(), z.string()).optional(),
  }),
  recordedOn: z.string(),
  /** What the lane knows about the exchanges from sources other than the answers. */
  known: z.record(z.string(), z.unknown()),
  exchanges: z.array(exchange),
})

export type Recording = z.infer<typeof recording>
export type RecordedExchange = z.infer<typeof exchange>
export type RecordedPiece = RecordedExchange['answer']['pieces'][number]

/** `name`: `llama-server/chat`. */
export function readRecording(name: string): Recording {
  const found = recording.safeParse(JSON.parse(readFileSync(join(recordingsFolder, `${name}.json`), 'utf8')))
  if (!found.success) throw new Error(`${name} is not a recording: ${z.prettifyError(found.error)}`)
  return found.data
}

export const recordingNames = (server: string): string[] =>
  readdirSync(join(recordingsFolder, server))
    .filter((file) => file.endsWith('.json'))
    .map((file) => `${server}/${file.slice(0, -'.json'.length)}`)
    .sort()

export const bytesOf = ([, content]: RecordedPiece): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64')

export const textOf = ({ answer }: RecordedExchange): string => Buffer.concat(answer.pieces.map(bytesOf)).toString('utf8')
