/** Shapes that OpenAI's endpoints share. */
import type { TokenLogprob } from '../../contract/chat/logprobs'
import type { StopReason } from '../../contract/chat/turn'
import type { ServedFinish, ServedUsage } from '../served-event'

export interface Identity {
  readonly id: string
  readonly model: string
  /** In s. */
  readonly created: number
  readonly fingerprint: string
}

export const finishReason = ({ stopReason, calls }: Pick<ServedFinish, 'stopReason' | 'calls'>): 'stop' | 'length' | 'tool_calls' => {
  if (isCutOff(stopReason)) return 'length'
  return calls > 0 ? 'tool_calls' : 'stop'
}

const isCutOff = (stopReason: StopReason): boolean => stopReason === 'token-limit' || stopReason === 'context-full'

/** A prompt counts once, however many answers it has. If a request has several prompts, each one counts. */
export function usageOf(prompts: readonly (readonly ServedUsage[])[]) {
  const sum = (of: (answers: readonly ServedUsage[]) => number) => prompts.reduce((total, answers) => total + of(answers), 0)
  const all = (of: (usage: ServedUsage) => number) => sum((answers) => answers.reduce((total, usage) => total + of(usage), 0))
  const promptTokens = sum(([first]) => first?.promptTokens ?? 0)
  const outputTokens = all((usage) => usage.outputTokens)
  return {
    prompt_tokens: promptTokens,
    completion_tokens: outputTokens,
    total_tokens: promptTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: sum(([first]) => first?.cachedTokens ?? 0) },
    completion_tokens_details: { reasoning_tokens: all((usage) => usage.reasoningTokens) },
  }
}

const encoder = new TextEncoder()

/** null for a part of a character, if its bytes are unknown. */
const bytesOf = (text: string): number[] | null => (text.includes('\ufffd') ? null : [...encoder.encode(text)])

const tokenShape = ({ text, logprob, bytes }: Omit<TokenLogprob, 'top'>) => ({ token: text, logprob, bytes: bytes ?? bytesOf(text) })

export const chatLogprobs = (tokens: readonly TokenLogprob[]) => ({
  content: tokens.map((token) => ({ ...tokenShape(token), top_logprobs: token.top.map(tokenShape) })),
  refusal: null,
})
