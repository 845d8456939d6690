/** Measures a setting on a server, through its chat API. The prompts are those of native-models/engine/compare. */
import { passkeyTrials } from '../../core/compare/passkey-prompt'
import { chosenPrompts } from '../../core/compare/suite/choose-prompts'
import { schemaPrompts } from '../../core/compare/suite/schema-prompts'
import { toolQuestions } from '../../core/compare/suite/suite-answers'
import type { CompareResult, CompareResultOf, ServerAsk, ServerAskOf } from '../../core/contract/compare/compare-tasks'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { Failure } from '../../core/contract/errors/errors'
import type { SuiteQuestion } from '../../core/remote/suite/suite-questions'
import type { SuiteScore } from '../../core/remote/suite/suite-scores'
import { askQuestion } from '../quality/ask-suite'
import { sendTo } from '../quality/reached-server'
import { ask } from './ask-server'
import type { Server } from './write-answer'

export interface ServerMeasuring {
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

/** On a server, these are unknown. */
const nowhere = { context: null, threads: null } as const

export function measureAtServer(server: Server, wanted: ServerAsk, measuring: ServerMeasuring): Promise<CompareResult> {
  switch (wanted.kind) {
    case 'answer':
      return answer(server, wanted, measuring)
    case 'passkey':
      return passkeys(server, wanted, measuring)
    case 'tool-calls':
      return toolCalls(server, wanted, measuring)
    case 'schemas':
      return schemas(server, wanted, measuring)
  }
}

async function answer(
  server: Server,
  { prompt, maxTokens, ignoreEndOfText }: ServerAskOf<'answer'>,
  { signal }: ServerMeasuring,
): Promise<CompareResultOf<'server-answer'>> {
  const messages = [{ role: 'user', text: prompt }] as const
  const { update, turn } = await ask(server, { messages, sampling: { maxTokens, ignoreEndOfText } }, signal)
  return { kind: 'server-answer', ...nowhere, text: update.text, turn, gapsMs: update.itlMs }
}

async function passkeys(server: Server, task: ServerAskOf<'passkey'>, measuring: ServerMeasuring): Promise<CompareResultOf<'passkey'>> {
  const trials = passkeyTrials(task.sentences ?? 0, task)
  const { answered, ...end } = await askAll(
    server,
    trials.map((trial) => ({ kind: 'passkey', trial })),
    measuring,
  )
  const counts = new Map<number, { depth: number; found: number; trials: number }>()
  for (const { score } of answered) {
    if (score.kind !== 'passkey') continue
    const count = counts.get(score.depth) ?? { depth: score.depth, found: 0, trials: 0 }
    counts.set(score.depth, { ...count, trials: count.trials + 1, found: count.found + Number(score.isFound) })
  }
  const lengths = answered.flatMap(({ promptTokens }) => promptTokens ?? [])
  const promptTokens = lengths.length === answered.length ? Math.round(lengths.reduce((sum, one) => sum + one, 0) / lengths.length) : null
  return { kind: 'passkey', ...nowhere, ...end, promptTokens, byDepth: [...counts.values()] }
}

async function toolCalls(
  server: Server,
  task: ServerAskOf<'tool-calls'>,
  measuring: ServerMeasuring,
): Promise<CompareResultOf<'tool-calls'>> {
  const questions = toolQuestions(task).map((question) => ({ kind: 'tool-call' as const, question }))
  const { answered, ...end } = await askAll(server, questions, measuring)
  return {
    kind: 'tool-calls',
    ...nowhere,
    ...end,
    answers: answered.flatMap(({ score }) => (score.kind === 'tool-call' ? score.answer : [])),
  }
}

async function schemas(
  server: Server,
  { prompts, seed, withGrammar }: ServerAskOf<'schemas'>,
  measuring: ServerMeasuring,
): Promise<CompareResultOf<'schemas'>> {
  const questions = chosenPrompts(schemaPrompts, prompts, seed).map((prompt) => ({
    kind: 'json' as const,
    prompt,
    withSchema: withGrammar,
  }))
  const { answered, ...end } = await askAll(server, questions, measuring)
  return {
    kind: 'schemas',
    ...nowhere,
    ...end,
    withGrammar,
    answers: answered.flatMap(({ score }) => (score.kind === 'json' ? score.answer : [])),
  }
}

interface AllAnswers {
  readonly answered: readonly { readonly score: SuiteScore; readonly promptTokens: number | null }[]
  readonly endedBy?: Failure
}

/** Stops at the first failure, and keeps the answers before it. Throws if there are none. */
async function askAll(
  { network, address, kind, model }: Server,
  questions: readonly SuiteQuestion[],
  { signal, onProgress }: ServerMeasuring,
): Promise<AllAnswers> {
  const suiteServer = { model, send: sendTo(network, { address, kind }) }
  const answered: AllAnswers['answered'][number][] = []
  for (const question of questions) {
    try {
      const answer = await askQuestion(suiteServer, question, signal)
      answered.push({ score: answer.scoreOf(question), promptTokens: answer.promptTokens })
    } catch (error) {
      const endedBy = failureOf(error)
      if (!endedBy || signal.aborted || answered.length === 0) throw error
      return { answered, endedBy }
    }
    onProgress(answered.length / questions.length)
  }
  return { answered }
}
