import type { AnswerSyntax } from '../../core/answer-syntax/syntax'
import type { StopReason, TurnRequest } from '../../core/contract/chat/turn'
import { PartTracker } from '../../core/messages/part-tracker'
import { pause } from '../../core/streams/changes'
import type { AnswerHandle } from '../process/backend'
import { wordsIn } from './made-prompt'

const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? []
const answerWords = wordsOf(
  'This is the fake engine speaking, not a model. **It exists so that the window can be built quickly.** The KV cache keeps the key and value vectors of every token that was read, so that each new token attends to them without computing them again. ',
)
const reasoningWords = wordsOf(
  '<think>\nThe user asks something. I am the fake engine, so whatever the question is, I give the same answer. I pretend to weigh it first: keys, values, cells, and then some words about the cache.\n</think>\n\n',
)
const reasoningEnd = '\n</think>\n\n'

const fakeSyntax: AnswerSyntax = {
  reasoning: { start: '<think>', end: '</think>' },
  calls: {
    form: 'json',
    sectionStart: '',
    sectionEnd: '',
    separator: '\n',
    callStart: '<tool_call>\n',
    callEnd: '\n</tool_call>',
    nameField: 'name',
    argumentsField: 'arguments',
    idField: null,
  },
  markup: [],
  family: null,
}

/** A prompt of lines such as `call NAME {"key": "value"}` is answered with these calls. */
function callsFor({ messages, sampling, tools = [] }: Pick<TurnRequest, 'messages' | 'sampling' | 'tools'>): string[] {
  const last = messages.at(-1)
  if (tools.length === 0 || sampling.toolChoice === 'none' || last?.role !== 'user') return []
  const calls = [...last.text.matchAll(/^call (\S+) (.*)$/gm)]
  return wordsOf(calls.map(([, name, given]) => `<tool_call>\n{"name": "${name}", "arguments": ${given}}\n</tool_call>`).join('\n'))
}

export interface WritingOptions {
  readonly tokensPerSecond: number
  readonly promptTokens: number
  readonly contextTokens: number
  readonly prefilled: number
  readonly isReasoningEndless: boolean
  readonly onWord: (word: string, type: PartTracker['type']) => void
}

const likely = (text: string) => ({ id: text.length, text, logprob: -0.5 })

/** One token per word. With thinking on, the answer begins with reasoning. */
export async function writeAnswer(
  { messages, sampling, tools, topLogprobs }: Pick<TurnRequest, 'messages' | 'sampling' | 'tools' | 'topLogprobs'>,
  { log, signal, reasoningEnds }: AnswerHandle,
  { tokensPerSecond, promptTokens, contextTokens, prefilled, isReasoningEndless, onWord }: WritingOptions,
): Promise<StopReason> {
  const last = messages.at(-1)
  const begun = last?.role === 'assistant' ? last.text : ''
  const calls = callsFor({ messages, sampling, tools })
  const spoken = calls.length > 0 ? calls : [...answerWords, ...answerWords]
  const whole = [...(sampling.thinking === 'on' ? reasoningWords : []), ...spoken]
  const parts = new PartTracker(fakeSyntax, begun, tools)
  const rest = whole.slice(wordsIn(begun))
  const most = Math.min(sampling.maxTokens ?? Number.POSITIVE_INFINITY, contextTokens - promptTokens)
  const gapMs = 1000 / tokensPerSecond
  let written = 0
  for (; written < most && (rest.length > 0 || sampling.maxTokens !== null) && !signal.aborted; written++) {
    await pause(prefilled + (written + 1) * gapMs - performance.now(), signal)
    const isTooLong = parts.reasoningTokens >= (sampling.reasoningBudgetTokens ?? Number.POSITIVE_INFINITY)
    if (parts.type === 'reasoning' && (isTooLong || reasoningEnds?.aborted)) {
      const end = rest.findIndex((word) => word.startsWith('</think>'))
      rest.splice(0, end + 1, reasoningEnd)
    } else if (isReasoningEndless && rest[0]?.startsWith('</think>')) rest.unshift(...reasoningWords.slice(1, -1))
    const word = rest.shift() ?? (answerWords[written % answerWords.length] as string)
    parts.push(word, performance.now())
    onWord(word.trim(), parts.type)
    log.consistsOf(parts.parts)
    if (topLogprobs !== undefined) log.likely({ ...likely(word), top: [word, 'perhaps '].slice(0, topLogprobs).map(likely) })
    log.token(word, promptTokens + written + 1)
  }
  parts.end('')
  log.consistsOf(parts.parts)
  if (signal.aborted) return 'stopped'
  if (written === sampling.maxTokens) return 'token-limit'
  return promptTokens + written >= contextTokens ? 'context-full' : 'end-of-text'
}
