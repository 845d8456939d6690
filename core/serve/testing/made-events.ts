/** The events of an answer, for tests of dialects. */
import type { TokenLogprob } from '../../contract/chat/logprobs'
import type { StopReason, TurnMetrics } from '../../contract/chat/turn'
import type { TemplateAbilities } from '../../contract/models/template-abilities'
import type { Random } from '../../stats/seeded-random'
import type { ServedEvent, ServedFinish } from '../served-event'
import type { ServedClient } from '../served-request'

/** The abilities of a template that can switch thinking on and off. */
export const madeAbilities: TemplateAbilities = {
  systemRole: true,
  tools: true,
  toolCalls: true,
  parallelCalls: true,
  toolResults: true,
  reasoning: true,
  keepsReasoning: true,
  thinking: 'off',
  efforts: ['low', 'high'],
}

export type MadePiece =
  | { readonly text: string }
  | { readonly reasoning: string }
  | { readonly call: string; readonly pieces: readonly string[] }

export interface MadeEnd {
  readonly stopReason?: StopReason
  readonly stopText?: string
  readonly promptTokens?: number
  readonly cachedTokens?: number
  readonly answer?: number
}

export const madeClient: ServedClient = { dialect: 'anthropic', endpoint: '/v1/messages', userAgent: 'test/1', keyName: null }

export function madeEvents(pieces: readonly MadePiece[], end: MadeEnd = {}, logprobs: readonly TokenLogprob[] = []): ServedEvent[] {
  const { promptTokens = 40, cachedTokens = 30, answer = 0 } = end
  const prefill = { type: 'prefill', promptTokens, cachedTokens, processedTokens: 0, ms: 2 } as const
  let [outputTokens, call] = [0, -1]
  const body = pieces.flatMap((piece): ServedEvent[] => {
    if ('call' in piece) {
      call++
      const id = `call-${call}`
      return ['', ...piece.pieces].map((json, index) => ({
        type: 'tool-call',
        answer,
        call,
        id,
        name: piece.call,
        arguments: json,
        isFirst: index === 0,
        outputTokens: ++outputTokens,
      }))
    }
    const [type, text] = 'text' in piece ? (['text', piece.text] as const) : (['reasoning', piece.reasoning] as const)
    return [{ type, answer, text, outputTokens: ++outputTokens }]
  })
  const given: ServedEvent[] = logprobs.length > 0 ? [{ type: 'logprobs', answer, tokens: logprobs }] : []
  return [
    prefill,
    { ...prefill, processedTokens: promptTokens - cachedTokens, ms: 12 },
    ...given,
    ...body,
    madeFinish(end, outputTokens, call + 1),
  ]
}

export function madeFinish(
  { stopReason = 'end-of-text', stopText, promptTokens = 40, cachedTokens = 30, answer = 0 }: MadeEnd,
  outputTokens: number,
  calls: number,
): ServedFinish {
  const processedTokens = promptTokens - cachedTokens
  return {
    type: 'finish',
    answer,
    stopReason,
    stopText: stopText ?? null,
    calls,
    usage: { promptTokens, cachedTokens, processedTokens, outputTokens, reasoningTokens: 1 },
    metrics: { ...madeMetrics, stopReason, promptTokens, reusedTokens: cachedTokens, processedTokens, outputTokens },
    gapsMs: Array.from({ length: Math.max(0, outputTokens - 1) }, () => 8),
    slot: 1,
  }
}

export const madeMetrics: TurnMetrics = {
  stopReason: 'end-of-text',
  promptTokens: 40,
  reusedTokens: 30,
  processedTokens: 10,
  outputTokens: 5,
  ttftMs: 20,
  queueMs: 2,
  tokeniseMs: 3,
  prefillMs: 10,
  firstTokenMs: 5,
  itlMs: { p50: 8, p90: 9, p99: 10 },
  tpotMs: 8,
  prefillTokensPerSecond: 900,
  decodeTokensPerSecond: 125,
  totalMs: 60,
  usedCells: 45,
  totalCells: 256,
  seed: 7,
  threads: 2,
}

const words = ['a', ' the', ' cache', '\n', 'é', '🤗', ' <b>', '"']

export function randomEvents(random: Random): ServedEvent[] {
  const below = (limit: number) => Math.floor(random() * limit)
  const word = () => words[below(words.length)] as string
  const pieces = Array.from({ length: below(12) }, (): MadePiece => {
    const kind = below(4)
    if (kind === 0) return { reasoning: word() }
    if (kind < 3) return { text: word() }
    return { call: `tool_${below(3)}`, pieces: below(3) === 0 ? ['{}'] : ['{"a":', ` ${below(9)}`, '}'] }
  })
  const stopReason = (['end-of-text', 'stop-text', 'token-limit', 'context-full'] as const)[below(4)] as StopReason
  const promptTokens = 1 + below(1000)
  const cachedTokens = below(promptTokens)
  return madeEvents(pieces, { stopReason, promptTokens, cachedTokens, ...(stopReason === 'stop-text' ? { stopText: '###' } : {}) })
}
