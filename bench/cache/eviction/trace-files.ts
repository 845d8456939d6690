/**
 * Traces that operators of large services published: each block of tokens is a number, and equal numbers at the start of two prompts mean
 * equal tokens. Put the files into the folder that HEADROOM_TRACES names:
 *
 *   github.com/kvcache-ai/Mooncake, FAST25-release/traces/*.jsonl                      blocks of 512 tokens
 *   github.com/alibaba-edu/qwen-bailian-usagetraces-anon, qwen_*_blksz_16.jsonl        blocks of 16 tokens
 *
 * One machine has a share of such a load, so a round plays a random sample of the conversations, at their times.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../../../core/stats/seeded-random'
import { grain, inOrder, second, type Text, type TraceRequest } from './trace'

/** On average. */
const requestsPerSample = 2000
const firstAnswerNumber = 2 ** 40

interface Entry {
  /** In seconds, or in ms in Mooncake's traces. */
  readonly timestamp: number
  readonly input_length: number
  readonly output_length: number
  readonly hash_ids: readonly number[]
  readonly chat_id?: number
  readonly parent_chat_id?: number
}

export interface TraceFile {
  readonly name: string
  readonly requests: readonly TraceRequest[]
}

export function traceFiles(folder: string | undefined): TraceFile[] {
  if (folder === undefined) return []
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return files.map((name) => ({ name, requests: requestsIn(readFileSync(join(folder, name), 'utf8')) }))
}

export function sampleOf({ requests }: TraceFile, seed: number): TraceRequest[] {
  const random = seededRandom(seed)
  const share = requestsPerSample / requests.length
  const conversations = new Set(requests.map(({ conversation }) => conversation))
  const chosen = new Set([...conversations].filter(() => random() < share))
  return requests.filter(({ conversation }) => chosen.has(conversation))
}

export function requestsIn(text: string): TraceRequest[] {
  const entries = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)
  const isQwen = entries.some(({ chat_id }) => chat_id !== undefined)
  const blockNumbers = isQwen ? 1 : 512 / grain
  const conversationOf = isQwen ? byParent() : byPrefix()
  let answers = firstAnswerNumber
  const requests = [...entries]
    .sort((a, b) => a.timestamp - b.timestamp)
    .map((entry): TraceRequest => {
      const { timestamp, input_length, output_length, hash_ids } = entry
      // The last block is not full, and the next prompt of the conversation fills it.
      const full = hash_ids.slice(0, Math.floor(input_length / grain / blockNumbers))
      const answer = { from: answers, to: answers + Math.max(1, Math.round(output_length / grain)) }
      answers = answer.to
      const atMs = isQwen ? timestamp * second : timestamp
      return { atMs, conversation: conversationOf(entry), prompt: textsOf(full, blockNumbers), answer }
    })
  return inOrder(requests.filter(({ prompt }) => prompt.length > 0))
}

function byParent(): (entry: Entry) => string {
  const first = new Map<number, number>()
  return ({ chat_id = 0, parent_chat_id = -1 }) => {
    const root = first.get(parent_chat_id) ?? chat_id
    first.set(chat_id, root)
    return `${root}`
  }
}

/** A request continues a conversation if it has all full blocks of its last prompt. */
function byPrefix(): (entry: Entry) => string {
  const lastBlocks = new Map<number, string>()
  let count = 0
  return ({ hash_ids, input_length }) => {
    const full = hash_ids.slice(0, Math.floor(input_length / 512))
    const known = full.slice(1).findLast((id) => lastBlocks.has(id))
    const conversation = known === undefined ? `${count++}` : (lastBlocks.get(known) as string)
    const last = full.at(-1)
    if (last !== undefined && full.length > 1) lastBlocks.set(last, conversation)
    return conversation
  }
}

function textsOf(ids: readonly number[], blockNumbers: number): Text[] {
  const texts: { from: number; to: number }[] = []
  for (const id of ids) {
    const last = texts.at(-1)
    if (last?.to === id * blockNumbers) last.to += blockNumbers
    else texts.push({ from: id * blockNumbers, to: (id + 1) * blockNumbers })
  }
  return texts
}
