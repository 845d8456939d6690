/** Sends every expected failure as a coded error, even if the procedure does not list it. */
import { ORPCError } from '@orpc/client'
import { failureOf } from '../contract/errors/coded-error'
import { errorFacts, type Failure } from '../contract/errors/errors'

interface Around<T> {
  readonly next: () => Promise<T>
}

export const codedErrors = { interceptors: [codedAnswers], clientInterceptors: [codedStreams] }

async function codedAnswers<T>({ next }: Around<T>): Promise<T> {
  try {
    return await next()
  } catch (error) {
    throw asCoded(error)
  }
}

async function codedStreams<T>({ next }: Around<T>): Promise<T | AsyncGenerator> {
  const output = await next()
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output ? coded(output as AsyncIterable<unknown>) : output
}

async function* coded(stream: AsyncIterable<unknown>): AsyncGenerator {
  try {
    yield* stream
  } catch (error) {
    throw asCoded(error)
  }
}

function asCoded(error: unknown): unknown {
  const failure = refusedInput(error) ?? failureOf(error) ?? unlisted(error) ?? systemError(error)
  return failure ? wireError(failure) : error
}

/** The response to a request that reaches no handler. */
export const answerOf = (failure: Failure) => ({ status: 400, headers: {}, body: { json: wireError(failure).toJSON() } })

const wireError = ({ code, facts }: Failure) => new ORPCError(code, { defined: true, data: facts })

interface Issue {
  readonly path?: readonly PropertyKey[]
  readonly message: string
}

function refusedInput(error: unknown): Failure | undefined {
  if (!(error instanceof ORPCError && error.code === 'BAD_REQUEST')) return undefined
  const [issue] = (error.data as { issues?: readonly Issue[] } | undefined)?.issues ?? []
  if (!issue) return undefined
  const facts = { field: (issue.path ?? []).join('.').slice(0, 100), reason: { kind: 'zod' as const, quoted: issue.message.slice(0, 300) } }
  return { code: 'request-refused', facts }
}

const unlisted = (error: unknown): Failure | undefined =>
  error instanceof ORPCError && error.code in errorFacts ? ({ code: error.code, facts: error.data } as Failure) : undefined

const systemError = (error: unknown): Failure | undefined =>
  error instanceof Error && 'syscall' in error ? { code: 'system-error', facts: { quoted: error.message.slice(0, 300) } } : undefined
