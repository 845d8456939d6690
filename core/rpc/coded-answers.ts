/** The edge of a contract's answering side: every expected failure leaves as a coded one, whether or not the procedure lists it. */
import { ORPCError } from '@orpc/client'
import { failureOf } from '../contract/errors/coded-error'
import { errorFacts, type Failure } from '../contract/errors/errors'

/** Around a handler. Anything that is not a refusal of input, a coded failure or an error of the operating system stays a bug. */
export async function codedAnswers<T>({ next }: { readonly next: () => Promise<T> }): Promise<T> {
  try {
    return await next()
  } catch (error) {
    const failure = refusedInput(error) ?? failureOf(error) ?? unlisted(error) ?? systemError(error)
    if (!failure) throw error
    throw wireError(failure)
  }
}

/** The whole answer to a request that no handler gets. */
export const answerOf = (failure: Failure) => ({ status: 400, headers: {}, body: { json: wireError(failure).toJSON() } })

const wireError = ({ code, facts }: Failure) => new ORPCError(code, { defined: true, status: 400, data: facts })

interface Issue {
  readonly path?: readonly PropertyKey[]
  readonly message: string
}

/** Names the field. */
function refusedInput(error: unknown): Failure | undefined {
  if (!(error instanceof ORPCError && error.code === 'BAD_REQUEST')) return undefined
  const [issue] = (error.data as { issues?: readonly Issue[] } | undefined)?.issues ?? []
  if (!issue) return undefined
  const facts = { field: (issue.path ?? []).join('.').slice(0, 100), reason: issue.message.slice(0, 300) }
  return { code: 'request-refused', facts }
}

const unlisted = (error: unknown): Failure | undefined =>
  error instanceof ORPCError && error.code in errorFacts ? ({ code: error.code, facts: error.data } as Failure) : undefined

/** Of Node, as with too many open files. */
const systemError = (error: unknown): Failure | undefined =>
  error instanceof Error && 'syscall' in error ? { code: 'system-error', facts: { reason: error.message.slice(0, 300) } } : undefined
