/** Measures a setting on a server, through its chat API. The prompts are those of native-models/engine/compare. */
import { isFound, passkeyAnswerTokens, passkeyTrials } from '../../core/compare/passkey-prompt'
import { chosenPrompts } from '../../core/compare/suite/choose-prompts'
import { schemaPrompts } from '../../core/compare/suite/schema-prompts'
import { firstCall, scoreCall, scoreJson } from '../../core/compare/suite/score-answer'
import { schemaSampling, suiteMessages, suiteSampling, toolQuestions } from '../../core/compare/suite/suite-answers'
import type { CompareResult, CompareResultOf, ServerAsk, ServerAskOf } from '../../core/contract/compare/compare-tasks'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { Failure } from '../../core/contract/errors/errors'
import { plainTextOf } from '../../core/messages/parts-of'
import { figureValue } from '../../core/remote/figure'
import { type Answered, ask, type Question } from './ask-server'
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
  const { answered, ...end } = await askAll(server, measuring, trials, ({ prompt }) => ({
    messages: [{ role: 'user', text: prompt }],
    sampling: { maxTokens: passkeyAnswerTokens },
  }))
  const counts = new Map<number, { depth: number; found: number; trials: number }>()
  for (const { of: trial, update } of answered) {
    const count = counts.get(trial.depth) ?? { depth: trial.depth, found: 0, trials: 0 }
    counts.set(trial.depth, {
      ...count,
      trials: count.trials + 1,
      found: count.found + Number(isFound(update.text, trial.expected)),
    })
  }
  const lengths = answered.flatMap(({ turn }) => figureValue(turn.figures.promptTokens) ?? [])
  const promptTokens = lengths.length === answered.length ? Math.round(lengths.reduce((sum, one) => sum + one, 0) / lengths.length) : null
  return { kind: 'passkey', ...nowhere, ...end, promptTokens, byDepth: [...counts.values()] }
}

/** Only the first call of an answer counts. */
async function toolCalls(
  server: Server,
  task: ServerAskOf<'tool-calls'>,
  measuring: ServerMeasuring,
): Promise<CompareResultOf<'tool-calls'>> {
  const { answered, ...end } = await askAll(server, measuring, toolQuestions(task), ({ prompt, tools }) => ({
    messages: suiteMessages(prompt),
    tools,
    sampling: suiteSampling,
  }))
  const answers = answered.map(({ of: { prompt }, update }) => scoreCall(prompt, firstCall(update)))
  return { kind: 'tool-calls', ...nowhere, ...end, answers }
}

async function schemas(
  server: Server,
  { prompts, seed, withGrammar }: ServerAskOf<'schemas'>,
  measuring: ServerMeasuring,
): Promise<CompareResultOf<'schemas'>> {
  const { answered, ...end } = await askAll(server, measuring, chosenPrompts(schemaPrompts, prompts, seed), (prompt) => ({
    messages: suiteMessages(prompt),
    sampling: { ...suiteSampling, ...schemaSampling(prompt, withGrammar) },
  }))
  const answers = answered.map(({ of: prompt, update, turn }) => scoreJson(prompt, plainTextOf(update), turn.stopReason === 'end-of-text'))
  return { kind: 'schemas', ...nowhere, ...end, withGrammar, answers }
}

interface AllAnswers<Asked> {
  readonly answered: readonly (Answered & { readonly of: Asked })[]
  readonly endedBy?: Failure
}

/** Stops at the first failure, and keeps the answers before it. Throws if there are none. */
async function askAll<Asked>(
  server: Server,
  { signal, onProgress }: ServerMeasuring,
  all: readonly Asked[],
  questionOf: (asked: Asked) => Question,
): Promise<AllAnswers<Asked>> {
  const answered: (Answered & { of: Asked })[] = []
  for (const of of all) {
    try {
      answered.push({ of, ...(await ask(server, questionOf(of), signal)) })
    } catch (error) {
      const endedBy = failureOf(error)
      if (!endedBy || signal.aborted || answered.length === 0) throw error
      return { answered, endedBy }
    }
    onProgress(answered.length / all.length)
  }
  return { answered }
}
