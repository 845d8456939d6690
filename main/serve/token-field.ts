/** The engine says that the vocabulary does not have a token. These say which field has it. */
import { failureOf } from '../../core/contract/errors/coded-error'
import { fieldRefused } from '../../core/serve/refusal'

/** Throws `api-field-refused` instead of `token-unknown`. */
export async function inField<Result>(field: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    throw named(field, error)
  }
}

/** Throws `api-field-refused` instead of `token-unknown`. */
export async function* answerInField<Event>(field: string, events: AsyncIterable<Event>): AsyncGenerator<Event, void> {
  try {
    yield* events
  } catch (error) {
    throw named(field, error)
  }
}

function named(field: string, error: unknown): unknown {
  const failure = failureOf(error)
  if (failure?.code !== 'token-unknown') return error
  const { token, vocabularyTokens } = failure.facts
  const quoted = `No token has the ID ${token}. The IDs of this model’s tokens end at ${vocabularyTokens - 1}`
  return fieldRefused(field, { kind: 'zod', quoted })
}
