/** Why a request was not answered, in terms that each dialect puts into its own shape. */
import { type CodedError, coded } from '../contract/errors/coded-error'
import type { ErrorCode, ErrorFacts, Failure } from '../contract/errors/errors'
import { describeFailure } from '../copy/failures'

export type RefusalKind =
  | 'invalid-request'
  | 'context-exceeded'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'too-large'
  | 'overloaded'
  | 'server-error'

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 408 | 413 | 431 | 500 | 501 | 503
  readonly kind: RefusalKind
  readonly code: ErrorCode
  readonly message: string
  /** The path of the field in the body, such as `messages[0].content`. */
  readonly field: string | null
  /** Present only for `context-exceeded`. */
  readonly context: { readonly promptTokens: number; readonly contextTokens: number } | null
  readonly retryAfterSeconds: number | null
}

const kindOfCode: Partial<Record<ErrorCode, readonly [Refusal['status'], RefusalKind]>> = {
  'prompt-too-long': [400, 'context-exceeded'],
  'overflow-no-room': [400, 'context-exceeded'],
  'api-input-too-long': [400, 'context-exceeded'],
  'api-key-refused': [401, 'unauthorized'],
  'api-host-refused': [403, 'forbidden'],
  'api-path-unknown': [404, 'not-found'],
  'api-model-unknown': [404, 'not-found'],
  'api-response-unknown': [404, 'not-found'],
  'api-model-on-server': [501, 'invalid-request'],
  'api-no-embeddings': [501, 'invalid-request'],
  'api-path-unsupported': [501, 'invalid-request'],
  'api-queue-full': [503, 'overloaded'],
  'no-model-loaded': [503, 'overloaded'],
  'api-model-loading': [503, 'overloaded'],
  'engine-gone': [500, 'server-error'],
  'context-larger-than-memory': [500, 'server-error'],
  'context-failed': [500, 'server-error'],
  'generation-failed': [500, 'server-error'],
  'system-error': [500, 'server-error'],
  'cells-not-copied': [500, 'server-error'],
}

function retryAfter(failure: Failure): number | null {
  switch (failure.code) {
    case 'api-queue-full':
      return failure.facts.retryAfterSeconds
    case 'no-model-loaded':
    case 'api-model-loading':
      return 1
    default:
      return null
  }
}

export function refusalOf(failure: Failure): Refusal {
  const [status, kind] = ofReason(failure) ?? kindOfCode[failure.code] ?? [400, 'invalid-request']
  return {
    status,
    kind,
    code: failure.code,
    message: describeFailure(failure),
    field: fieldOf(failure),
    context: contextOf(failure),
    retryAfterSeconds: retryAfter(failure),
  }
}

const statusOfHttp = { malformed: 400, 'too-slow': 408, 'headers-too-large': 431 } as const

function ofReason(failure: Failure): readonly [Refusal['status'], RefusalKind] | undefined {
  if (failure.code === 'api-http-refused') return [statusOfHttp[failure.facts.reason.kind], 'invalid-request']
  return failure.code === 'api-body-refused' && failure.facts.reason.kind === 'too-large' ? [413, 'too-large'] : undefined
}

const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  'bias-token-unknown': 'logit_bias',
  'tools-refused': 'tools',
  'schema-refused': 'response_format',
  'grammar-invalid': 'grammar',
  'answers-refused': 'n',
  'api-model-unknown': 'model',
}

const fieldOf = (failure: Failure): string | null =>
  failure.code === 'api-field-refused' ? failure.facts.field : (fieldOfCode[failure.code] ?? null)

function contextOf(failure: Failure): Refusal['context'] {
  if (failure.code === 'prompt-too-long' || failure.code === 'api-input-too-long') return failure.facts
  if (failure.code !== 'overflow-no-room') return null
  return { promptTokens: failure.facts.stayingTokens, contextTokens: failure.facts.contextTokens }
}

export const fieldRefused = (field: string, reason: ErrorFacts<'api-field-refused'>['reason']): CodedError =>
  coded('api-field-refused', { field, reason })
/** `given`: the fields of a request of which only one can have an effect. Throws `api-field-refused` if there are two. */
export function refuseSecond(given: readonly string[]): void {
  const [first, second] = given
  if (first !== undefined && second !== undefined) throw fieldRefused(first, { kind: 'conflicts', other: second })
}
/** `nameField` is the field of a tool's name, from its index. Throws `api-field-refused` for the second tool of a name. */
export function refuseSameNames(names: readonly string[], nameField: (index: number) => string): void {
  const second = names.findIndex((name, index) => names.indexOf(name) < index)
  if (second >= 0) throw fieldRefused(nameField(second), { kind: 'zod', quoted: 'Another tool has the same name' })
}
export const notSupported = (field: string): CodedError => fieldRefused(field, { kind: 'not-supported' })
export const valueNotSupported = (field: string): CodedError => fieldRefused(field, { kind: 'value-not-supported' })
