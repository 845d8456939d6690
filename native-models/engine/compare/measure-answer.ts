import type { Token } from 'node-llama-cpp'
import { comparedSampling } from '../../../core/compare/suite/suite-answers'
import { promptSettingsOf, type ToolDefinition } from '../../../core/contract/chat/tools'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import type { CompareResultOf, CompareTaskOf } from '../../../core/contract/compare/compare-tasks'
import { CodedError } from '../../../core/contract/errors/coded-error'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { SerialQueue } from '../../../core/streams/serial-queue'
import { TurnLog, turnStart } from '../../process/turn-log'
import { schedulerOf } from '../batch/batch-scheduler'
import { AnswerText } from '../decode/answer-text'
import { nothingBefore } from '../reuse/turn-memory'
import { SequenceRecord } from '../sequences/sequence-record'
import { LoadWatch } from '../threads/load-watch'
import { ThreadGovernor } from '../threads/thread-governor'
import { runTurn } from '../turn/run-turn'
import type { AnswerSequence } from '../turn/turn'
import { Progress } from './progress'
import { randomTokens } from './random-tokens'
import { type Measuring, type TaskContext, warmUp, withContext } from './task-context'

export async function measureAnswer(measuring: Measuring, task: CompareTaskOf<'answer'>): Promise<CompareResultOf<'answer'>> {
  const { prompt, maxTokens, ignoreEndOfText } = task
  const contextTokens = chatTokens(measuring, prompt).length + maxTokens
  return withContext(measuring, task.settings, contextTokens, 'generation', async (context) => {
    await warmUp(context, randomTokens(1, measuring.loaded.description.vocabularyTokens, measuring.loaded.model), 1)
    const progress = new Progress(maxTokens, measuring.onProgress)
    const { tokens, log } = await answer(measuring, context, question(prompt), { maxTokens, ignoreEndOfText }, () => {
      progress.advance(1)
      return false
    })
    const { metrics, text, itlMs } = log.readFrom(turnStart).update
    if (!metrics) throw new Error('Expected a turn that ended to have metrics, got none')
    progress.end()
    return { kind: 'answer', context: context.report, threads: metrics.threads, text, tokens: textsOf(measuring, tokens), metrics, itlMs }
  })
}

export const chatTokens = ({ loaded }: Measuring, prompt: string): Token[] =>
  loaded.renderer.render(question(prompt).messages, promptSettingsOf({ sampling: { ...defaultSampling, ...comparedSampling } }))

export interface Question {
  readonly messages: readonly PromptMessage[]
  readonly tools?: readonly ToolDefinition[]
}

export const question = (prompt: string): Question => ({ messages: [{ role: 'user', text: prompt }] })

/** Asks `isEnough` after each token whether to end the answer. Rejects with the signal's reason if it is aborted. */
export async function answer(
  { loaded, cores, signal }: Measuring,
  context: TaskContext,
  { messages, tools }: Question,
  wish: Partial<SamplingSettings>,
  isEnough: (log: TurnLog) => boolean = () => false,
): Promise<{ readonly tokens: readonly Token[]; readonly log: TurnLog }> {
  const [sequence] = context.sequences
  if (!sequence) throw new Error('Expected a context with a sequence, got none')
  const governor = new ThreadGovernor(cores)
  const contextQueue = new SerialQueue()
  const watch = new LoadWatch(governor, () => {})
  const log = new TurnLog('compare', 'compare')
  const tokens: Token[] = []
  const enough = new AbortController()
  const answer: AnswerSequence = {
    log,
    signal: signal ? AbortSignal.any([signal, enough.signal]) : enough.signal,
    sequence,
    record: new SequenceRecord(),
    onToken(token) {
      tokens.push(token)
      if (isEnough(log)) enough.abort()
    },
  }
  const sampling = { ...defaultSampling, ...comparedSampling, ...wish }
  watch.turnStarted()
  try {
    await sequence.clearHistory()
    await runTurn({
      loaded,
      context,
      contextQueue,
      batches: schedulerOf({ context, contextQueue, governor })?.join(),
      governor,
      request: {
        conversationId: 'compare',
        messages: [...messages],
        sampling,
        ...(tools ? { tools: [...tools] } : {}),
        sentAtMs: Date.now(),
      },
      answers: [answer],
      before: nothingBefore,
      waitedMs: 0,
      hasBegun: false,
    })
  } finally {
    watch.stop()
  }
  signal?.throwIfAborted()
  const { failure } = log.readFrom(turnStart).update
  if (failure) throw new CodedError(failure)
  return { tokens, log }
}

function textsOf({ loaded: { model } }: Measuring, tokens: readonly Token[]): { id: number; text: string }[] {
  const pieces = new AnswerText((ids, before) => model.detokenize(ids as Token[], false, before as Token[]), [])
  return tokens.map((id, at) => {
    const { text } = pieces.push(id)
    return { id, text: at === tokens.length - 1 ? text + pieces.end() : text }
  })
}
