import { percentilesOf } from '../../../core/stats/percentile'
import { type EngineUnderTest, type MeasuredTurn, withEngine } from '../../engine/engine-under-test'
import type { Rounds } from '../../engine/rounds'
import { amount, atMost, type Row, ratioOf } from '../../engine/row'
import type { RandomModel } from '../../random-models'
import { gapsIn, prefillOf } from '../turns-at-once'

const promptTokens = 4096
const answerPromptTokens = 64
const tokensBefore = 64
/** The answer is stopped when the prompt has been processed. */
const mostAnswerTokens = 4000

interface Figures {
  /** ITL of the answer while nobody else is served. */
  readonly quietP50: number
  /** ITL of the answer during the prefill of the prompt. */
  readonly p50: number
  readonly p99: number
  readonly prefillMs: number
  readonly prefillAloneMs: number
}

export async function longPromptRows(rounds: Rounds, { path, size }: RandomModel): Promise<Row[]> {
  return withEngine(
    path,
    'auto',
    Math.max(promptTokens, answerPromptTokens + mostAnswerTokens) + 2,
    async (engine) => {
      await engine.turn({ promptTokens: 512, outputTokens: 16 })
      const measured = await rounds.play(`${size}, long prompt`, { ours: () => nextToAnswer(engine) })
      const of = (name: keyof Figures) => measured.map(({ ours }) => ours[name])
      const during = `${size}, ITL of an answer while a prompt of ${promptTokens} is processed, p99 against`
      return [
        {
          what: `${during} its p50`,
          ours: amount(of('p99'), 'ms'),
          theirs: amount(of('p50'), 'ms'),
          ratio: ratioOf(of('p99'), of('p50')),
          aim: atMost(3),
          note: null,
        },
        {
          what: `${during} the p50 without the prompt`,
          ours: amount(of('p99'), 'ms'),
          theirs: amount(of('quietP50'), 'ms'),
          ratio: ratioOf(of('p99'), of('quietP50')),
          aim: atMost(3),
          note: null,
        },
        {
          what: `${size}, prefill of the prompt next to an answer, compared with alone`,
          ours: amount(of('prefillMs'), 'ms'),
          theirs: amount(of('prefillAloneMs'), 'ms'),
          ratio: ratioOf(of('prefillMs'), of('prefillAloneMs')),
          aim: null,
          note: 'The price of the short gaps.',
        },
      ]
    },
    2,
  )
}

async function nextToAnswer(engine: EngineUnderTest): Promise<Figures> {
  const alone = await engine.turn({ promptTokens, outputTokens: 1, conversationId: 'prompt' })
  let prompt: Promise<MeasuredTurn> | undefined
  const processed = new AbortController()
  const answer = await engine.turn({
    promptTokens: answerPromptTokens,
    outputTokens: mostAnswerTokens,
    conversationId: 'answer',
    onUpdate({ outputTokens }) {
      if (outputTokens < tokensBefore || prompt) return
      prompt = engine.turn({ promptTokens, outputTokens: 1, conversationId: 'prompt' })
      void prompt.finally(() => processed.abort())
    },
    stop: processed.signal,
  })
  if (!prompt) throw new Error(`Expected an answer of more than ${tokensBefore} tokens`)
  const other = await prompt
  const span = prefillOf(other)
  const end = answer.sentAtMs + answer.metrics.totalMs
  if (span.to > end) throw new Error(`Expected the prefill to end before the answer, got ${Math.round(span.to - end)} ms after it`)
  const quiet = percentilesOf(gapsIn(answer, { from: answer.sentAtMs, to: span.from }))
  const during = percentilesOf(gapsIn(answer, span))
  if (!quiet || !during) throw new Error('Expected gaps before and during the prefill')
  return {
    quietP50: quiet.p50,
    p50: during.p50,
    p99: during.p99,
    prefillMs: other.metrics.prefillMs,
    prefillAloneMs: alone.metrics.prefillMs,
  }
}
