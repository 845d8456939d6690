import type { StopReason, TurnRequest } from '../../core/contract/chat/turn'
import { pause } from '../../core/streams/changes'
import type { AnswerHandle } from '../process/backend'
import { wordsIn } from './made-prompt'

const words =
  'This is the fake engine speaking, not a model. **It exists so that the window can be built quickly.** The KV cache keeps the key and value vectors of every token that was read, so that each new token attends to them without computing them again. '.match(
    /\S+\s*/g,
  ) as string[]

export interface WritingOptions {
  readonly tokensPerSecond: number
  readonly promptTokens: number
  readonly contextTokens: number
  readonly prefilled: number
  readonly onWord: (word: string) => void
}

export async function writeAnswer(
  { messages, sampling }: Pick<TurnRequest, 'messages' | 'sampling'>,
  { log, signal }: AnswerHandle,
  { tokensPerSecond, promptTokens, contextTokens, prefilled, onWord }: WritingOptions,
): Promise<StopReason> {
  const last = messages.at(-1)
  const begun = last?.role === 'assistant' ? wordsIn(last.text) : 0
  const gapMs = 1000 / tokensPerSecond
  const remaining = Math.max(0, words.length * 2 - begun)
  const most = Math.min(sampling.maxTokens ?? remaining, contextTokens - promptTokens)
  for (let i = 0; i < most && !signal.aborted; i++) {
    await pause(prefilled + (i + 1) * gapMs - performance.now(), signal)
    const word = words[(begun + i) % words.length] as string
    onWord(word.trim())
    log.token(word, promptTokens + i + 1)
  }
  if (signal.aborted) return 'stopped'
  if (most === sampling.maxTokens) return 'token-limit'
  return promptTokens + most >= contextTokens ? 'context-full' : 'end-of-text'
}
