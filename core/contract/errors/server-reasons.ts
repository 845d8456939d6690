import { z } from 'zod'
import { kinds, quotation } from './quoted'

const count = z.number().nonnegative()

/** `isLimitOfRequest`: the request set the limit, with Ollama's `num_ctx`. */
export const tooLong = z.object({ promptTokens: count, contextTokens: count, isLimitOfRequest: z.boolean().optional() })

const addressProblems = [kinds('malformed', 'with-password'), z.object({ kind: z.literal('protocol'), protocol: z.string() })] as const
export const addressProblem = z.discriminatedUnion('kind', addressProblems)
export type AddressProblem = z.infer<typeof addressProblem>

const connectionProblems = [
  'name-unknown',
  'name-not-looked-up',
  'connection-refused',
  'connection-broken',
  'no-answer',
  'no-route',
  'not-https',
  'headers-too-large',
] as const
export type ConnectionProblem = (typeof connectionProblems)[number]

const unreachables = [
  kinds(...connectionProblems),
  z.object({ kind: z.enum(['silence', 'answer-too-slow']), seconds: z.number() }),
  /** `code` is Node's error code, or ''. */
  z.object({ kind: z.literal('not-http'), code: z.string() }),
  z.object({ kind: z.literal('proxy-protocol'), protocol: z.string() }),
  z.object({ kind: z.literal('proxy-needs-login'), proxy: z.string() }),
  z.object({ kind: z.literal('proxy-refused'), proxy: z.string(), status: count }),
  z.object({ kind: z.literal('proxy-unreachable'), proxy: z.string(), problem: z.enum(connectionProblems) }),
  quotation('error'),
] as const
export const unreachable = z.discriminatedUnion('kind', unreachables)
export type Unreachable = z.infer<typeof unreachable>

/** What is wrong with the address of an inference server. */
export const serverAddressProblem = z.discriminatedUnion('kind', [kinds('empty', 'with-query'), ...addressProblems])
export type ServerAddressProblem = z.infer<typeof serverAddressProblem>

/** `ended-early`: the connection was closed in order, but the answer has no end. */
export const dropReason = z.discriminatedUnion('kind', [kinds('ended-early'), ...unreachables])
export type DropReason = z.infer<typeof dropReason>

/** `improbable`: probabilities that no distribution has. */
export const responseProblem = z.discriminatedUnion('kind', [
  kinds('not-json', 'not-a-stream', 'web-page', 'other-shape', 'improbable'),
  z.object({ kind: z.enum(['line-too-long', 'too-long']), limitBytes: count }),
  z.object({ kind: z.literal('compressed'), encoding: z.string() }),
])
export type ResponseProblem = z.infer<typeof responseProblem>

export const remoteChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('size'), beforeBytes: count, nowBytes: count }),
  z.object({ kind: z.enum(['etag', 'last-modified']), before: z.string(), now: z.string() }),
  z.object({ kind: z.literal('shorter'), missingByte: count }),
  kinds('every-answer-differs'),
])
export type RemoteChange = z.infer<typeof remoteChange>

export const answerProblem = z.discriminatedUnion('kind', [
  kinds(
    'list-too-long',
    'not-json',
    'not-a-file-list',
    'not-a-model-list',
    'no-ranges-long-header',
    'whole-instead-of-part',
    'range-unnamed',
    'size-unnamed',
    'redirect-malformed',
    'redirect-to-http',
  ),
  z.object({ kind: z.literal('redirect-refused'), problem: addressProblem }),
  z.object({ kind: z.literal('too-many-redirects'), limit: count }),
  z.object({ kind: z.literal('too-many-requests'), limit: count }),
  z.object({ kind: z.literal('compressed'), encoding: z.string() }),
  z.object({ kind: z.literal('other-range'), askedByte: count, sentByte: count }),
  z.object({ kind: z.literal('longer-than-announced'), announcedBytes: count }),
  z.object({ kind: z.literal('unsafe-name'), name: z.string() }),
])
export type AnswerProblem = z.infer<typeof answerProblem>

export const downloadPause = z.object({
  seconds: z.number(),
  reason: z.union([unreachable, z.object({ kind: z.literal('status'), status: count })]),
})
export type DownloadPause = z.infer<typeof downloadPause>

/** Why the API server refuses the body of a request. */
export const bodyProblem = z.discriminatedUnion('kind', [
  kinds('empty', 'not-json', 'not-utf8', 'not-an-object', 'compressed', 'cut-off'),
  z.object({ kind: z.literal('too-large'), limitBytes: count }),
  z.object({ kind: z.literal('too-deep'), limitLevels: count }),
])

/** Why the API server cannot read a request at all. */
export const httpProblem = z.discriminatedUnion('kind', [
  kinds('malformed', 'too-slow'),
  z.object({ kind: z.literal('headers-too-large'), limitBytes: count }),
])

/** Why the API server refuses the value of a field. */
export const fieldProblem = z.discriminatedUnion('kind', [
  /** The engine cannot do what the field asks for, whatever its value. */
  kinds('not-supported', 'unknown', 'missing', 'value-not-supported'),
  /** The field works only together with, or without, another one. */
  z.object({ kind: z.enum(['needs', 'conflicts']), other: z.string() }),
  quotation('zod'),
])

/** Of the API server. `field` is a path in the body, such as `messages[0].content`. */
export const apiErrorFacts = {
  'api-http-refused': z.object({ reason: httpProblem }),
  'api-body-refused': z.object({ reason: bodyProblem }),
  'api-field-refused': z.object({ field: z.string(), reason: fieldProblem }),
  'api-key-refused': z.object({ hadKey: z.boolean() }),
  'api-host-refused': z.object({ reason: z.enum(['host', 'origin']) }),
  'api-path-unknown': z.object({ method: z.string(), path: z.string() }),
  'api-path-unsupported': z.object({ method: z.string(), path: z.string() }),
  'api-model-unknown': z.object({ model: z.string() }),
  'api-port-refused': z.object({ typed: z.string() }),
  'api-port-in-use': z.object({ port: count }),
  'api-port-not-allowed': z.object({ port: count }),
  'api-queue-full': z.object({ limit: count, retryAfterSeconds: count }),
  'api-model-loading': z.object({ model: z.string() }),
  // A chat with this server is open, so no model is loaded on this machine.
  'api-model-on-server': z.object({ model: z.string(), server: z.string() }),
  'api-no-embeddings': z.object({ model: z.string() }),
  'api-input-too-long': tooLong,
  'api-response-unknown': z.object({ id: z.string() }),
  'request-not-kept': z.object({}),
} as const
