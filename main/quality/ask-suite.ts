import { failureOf } from '../../core/contract/errors/coded-error'
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
    for (const server of servers) answers.push(await ask(server, question, signal))
    onAnswers(answers)
  }
}

async function ask({ model, send }: SuiteServer, question: SuiteQuestion, signal: AbortSignal): Promise<Asked> {
  const answer = new SuiteAnswer()
  try {
    for await (const event of send(suiteRequest(model, question), signal)) answer.read(event)
  } catch (error) {
    signal.throwIfAborted()
    const failure = failureOf(error)
    if (!failure) throw error
    return { kind: 'failed', failure }
  }
  signal.throwIfAborted()
  return { kind: 'scored', score: answer.scoreOf(question), hasReasoning: answer.hasReasoning }
}
