import { CodedError, failureOf } from '../../core/contract/errors/coded-error'
import type { Failure } from '../../core/contract/errors/errors'
import { type SuiteQuestion, suiteRequest } from '../../core/remote/suite/suite-questions'
import { SuiteAnswer, type SuiteScore } from '../../core/remote/suite/suite-scores'
import type { Send } from '../load/send-job'

export interface SuiteServer {
  readonly model: string
  readonly send: Send
}

export type Asked =
  | { readonly kind: 'scored'; readonly score: SuiteScore; readonly hasReasoning: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure }

export interface SuiteTools {
  readonly signal: AbortSignal
  /** `answers`: one per server. */
  readonly onAnswers: (answers: readonly Asked[]) => void
}

/** Asks every server each question once, one after the other. Throws the signal's reason. */
export async function askSuite(
  servers: readonly SuiteServer[],
  questions: readonly SuiteQuestion[],
  { signal, onAnswers }: SuiteTools,
): Promise<void> {
  for (const question of questions) {
    const answers: Asked[] = []
    for (const server of servers) answers.push(await asked(server, question, signal))
    onAnswers(answers)
  }
}

async function asked(server: SuiteServer, question: SuiteQuestion, signal: AbortSignal): Promise<Asked> {
  try {
    const answer = await askQuestion(server, question, signal)
    return { kind: 'scored', score: answer.scoreOf(question), hasReasoning: answer.hasReasoning }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure || signal.aborted) throw error
    return { kind: 'failed', failure }
  }
}

/** Sends the question once. Throws the errors of servers, and the signal's reason. */
export async function askQuestion({ model, send }: SuiteServer, question: SuiteQuestion, signal: AbortSignal): Promise<SuiteAnswer> {
  signal.throwIfAborted()
  const answer = new SuiteAnswer()
  try {
    for await (const event of send(suiteRequest(model, question), signal)) answer.read(event)
  } catch (error) {
    signal.throwIfAborted()
    throw withoutPart(error)
  }
  signal.throwIfAborted()
  answer.end()
  return answer
}

/** A part of an answer cannot be scored, so it is not kept. */
export function withoutPart(error: unknown): unknown {
  const failure = failureOf(error)
  return failure?.code === 'server-dropped' ? new CodedError({ ...failure, facts: { ...failure.facts, hasPart: null } }) : error
}
