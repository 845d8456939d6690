/** Requests as clients send them, with a tokenizer of words, digits and signs, and sequences that hold the last request each. */
import type { CellContent } from '../../contract/cache/cell-contents'
import { explainRequest } from '../explain-request'
import { commonTokens, type TracedRequest, type TracedSegment } from '../traced-request'

export interface Said {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly text: string
  readonly reasoning?: string
  /** A tool call, which follows the text. */
  readonly call?: string
}
export const user = (text: string): Said => ({ role: 'user', text })
export const assistant = (text: string, reasoning?: string): Said => ({
  role: 'assistant',
  text,
  ...(reasoning === undefined ? {} : { reasoning }),
})
export const toolResult = (text: string): Said => ({ role: 'tool', text })
/** A system message after the first message. */
export const systemNote = (text: string): Said => ({ role: 'system', text })

export interface Sent {
  readonly client?: string
  readonly system?: string
  readonly tools?: readonly string[]
  readonly said: readonly Said[]
  readonly answer?: Said
  readonly sequence?: number
  readonly reused?: number
  readonly model?: string
  readonly settings?: string
  readonly context?: string
  readonly heldBack?: TracedRequest['heldBack']
  /** What the template writes first. */
  readonly opening?: string
  readonly startedMs?: number
  readonly endedMs?: number | null
}

const vocabulary = new Map<string, number>()
export const tokenise = (text: string): number[] =>
  (text.match(/<\|\w+\|>|[A-Za-z]+|\d|\s+|[^\sA-Za-z\d]/g) ?? []).map((word) => {
    const known = vocabulary.get(word)
    if (known !== undefined) return known
    vocabulary.set(word, vocabulary.size)
    return vocabulary.size - 1
  })

const contentOf: Readonly<Record<Said['role'], CellContent>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool-result',
}

export class Traces {
  readonly sent: TracedRequest[] = []
  private readonly onSequence = new Map<number, TracedRequest>()
  private now = 0

  /** Sends the request, and says why it was not reused more. */
  explain(sent: Sent) {
    const earlier = [...this.sent]
    return explainRequest(this.send(sent), earlier)
  }

  send(sent: Sent): TracedRequest {
    const { sequence = 0, model = 'qwen3-coder', settings = 'f16', context = '1' } = sent
    const { tokens, segments } = rendered(sent)
    const answered = sent.answer
      ? written([...partsOf(sent.answer, numberOf(sent.said, sent.said.length)), ['template', '<|end|>', undefined]], tokens.length)
      : noAnswer
    this.now += 1000
    const startedMs = sent.startedMs ?? this.now
    const traced: TracedRequest = {
      id: `r${this.sent.length + 1}`,
      client: sent.client ?? 'claude-cli',
      model,
      settings,
      context,
      sequence,
      startedMs,
      endedMs: sent.endedMs === undefined ? startedMs + 500 : sent.endedMs,
      tokens,
      segments,
      answerTokens: answered.tokens,
      answerSegments: answered.segments,
      tools: sent.tools ?? [],
      reusedTokens: 0,
      heldBack: sent.heldBack ?? null,
    }
    const held = this.onSequence.get(sequence)
    const common = held && held.model === model && held.settings === settings && held.context === context ? commonTokens(held, traced) : 0
    const request = { ...traced, reusedTokens: sent.reused ?? Math.min(common, tokens.length - 1) }
    this.onSequence.set(sequence, request)
    this.sent.push(request)
    return request
  }
}

type Piece = readonly [CellContent, string, number | undefined]
const noAnswer = { tokens: [] as number[], segments: [] as TracedSegment[] }

function rendered({ system, tools = [], said, opening = '' }: Sent) {
  const pieces: Piece[] = [['template', opening, undefined]]
  if (system !== undefined) pieces.push(['template', '<|start|>system\n', undefined], ['system', system, undefined])
  if (tools.length > 0) pieces.push(['template', '\n# Tools\n', undefined], ['tools', tools.join('\n'), undefined])
  if (system !== undefined || tools.length > 0) pieces.push(['template', '<|end|>\n', undefined])
  for (const [index, message] of said.entries()) {
    // As in the engine, messages of the user in a row are one turn.
    const isJoined = message.role === 'user' && said[index - 1]?.role === 'user'
    const isEnded = message.role !== 'user' || said[index + 1]?.role !== 'user'
    pieces.push(['template', isJoined ? '\n\n' : `<|start|>${message.role}\n`, undefined])
    pieces.push(...partsOf(message, message.role === 'system' ? undefined : numberOf(said, index)))
    if (isEnded) pieces.push(['template', '<|end|>\n', undefined])
  }
  pieces.push(['template', '<|start|>assistant\n', undefined])
  return written(pieces, 0)
}

/** From 1, without system messages. */
const numberOf = (said: readonly Said[], index: number): number => said.slice(0, index).filter(({ role }) => role !== 'system').length + 1

function partsOf({ role, text, reasoning, call }: Said, message: number | undefined): Piece[] {
  const pieces: Piece[] = []
  if (reasoning !== undefined) pieces.push(['reasoning', `<think>${reasoning}</think>\n`, message])
  if (text !== '') pieces.push([contentOf[role], text, message])
  if (call !== undefined)
    pieces.push(['template', '<tool_call>\n', undefined], ['tool-call', call, message], ['template', '\n</tool_call>', undefined])
  return pieces
}

/** As in the engine, texts of the template in a row are one segment. */
function written(pieces: readonly Piece[], start: number) {
  const tokens: number[] = []
  const segments: TracedSegment[] = []
  for (const [holds, text, message] of pieces) {
    const from = start + tokens.length
    tokens.push(...tokenise(text))
    const to = start + tokens.length
    const last = segments.at(-1)
    if (last?.holds === 'template' && holds === 'template') segments[segments.length - 1] = { ...last, to, text: last.text + text }
    else if (to > from) segments.push({ from, to, holds, text, ...(message === undefined ? {} : { message }) })
  }
  return { tokens, segments }
}

const sentence =
  'You are an interactive CLI tool that helps users with software engineering tasks. Use the instructions below and the tools.'
export const longSystem = Array.from({ length: 40 }, (_, at) => `${at + 1}. ${sentence}`).join('\n')
export const toolOf = (name: string): string =>
  JSON.stringify({
    name,
    description: `Runs ${name} in the workspace and returns what it printed.`,
    parameters: { type: 'object', properties: {} },
  })
export const tools = ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write'].map(toolOf)
