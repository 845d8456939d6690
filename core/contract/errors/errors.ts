/** Expected failures: a code, and the facts for its sentence (core/copy/failures.ts). Other failures are bugs. */
import { z } from 'zod'
import { shiftRefusal } from '../settings/overflow'
import { shortcutProblem, updateErrorFacts } from './app-reasons'
import { importProblem, labModelProblem, loadFileProblem, planProblems, taskTrouble } from './compare-reasons'
import { documentProblem } from './document-reasons'
import { fileErrorFacts, importFlaw, storeTrouble, uploadTrouble } from './file-reasons'
import { configFlaw } from './gguf-reasons'
import { engineEnd, processEnd } from './process-end'
import { kinds, quotation, quoted } from './quoted'
import {
  addressProblem,
  answerProblem,
  apiErrorFacts,
  dropReason,
  remoteChange,
  responseProblem,
  serverAddressProblem,
  tooLong,
  unreachable,
} from './server-reasons'
import { sessionRefusal } from './session-reasons'
import {
  draftRefusal,
  fleetProblem,
  grammarProblem,
  presetFileProblem,
  schemaRefusals,
  serverListProblem,
  settingsRefusal,
  toolListProblem,
} from './settings-reasons'

/** Wider than Failure, because a type inferred from a schema cannot contain itself. */
export interface NestedFailure {
  readonly code: string
  readonly facts: object
}
const nestedFailure = z.custom<NestedFailure>(isFailure)

const count = z.number().nonnegative()
const path = z.string()
const url = z.string()

export const errorFacts = {
  ...fileErrorFacts,

  'config-unreadable': z.object({ flaw: configFlaw }),

  // `url` has no user, password or query.
  'url-invalid': z.object({ url, reason: addressProblem }),
  'url-unreachable': z.object({ url, reason: unreachable }),
  'download-refused': z.object({ url, status: count, retryAfterSeconds: count.optional() }),
  // `name` is OpenSSL's, such as `DEPTH_ZERO_SELF_SIGNED_CERT`.
  'certificate-untrusted': z.object({ url, reason: z.enum(['unknown-issuer', 'out-of-date', 'other-server']), name: z.string() }),
  'download-cut-off': z.object({ url, receivedBytes: count, expectedBytes: count }),
  'download-changed': z.object({ url, change: remoteChange }),
  'server-answer-invalid': z.object({ url, reason: answerProblem }),

  // Inference servers. `quoted` is what the server says, without the key, or ''.
  'server-address-invalid': z.object({ address: z.string(), reason: serverAddressProblem }),
  'server-key-unusable': z.object({ character: z.string() }),
  'server-unreachable': z.object({ url, reason: unreachable }),
  'server-key-refused': z.object({ url, status: count, hadKey: z.boolean() }),
  'server-path-wrong': z.object({ url, status: count }),
  'server-not-recognized': z.object({ url, answer: z.enum(['web-page', 'json', 'text', 'nothing']) }),
  'server-model-missing': z.object({ url, model: z.string(), quoted }),
  'server-context-exceeded': z.object({ url, promptTokens: count.nullable(), contextTokens: count.nullable(), quoted }),
  'server-busy': z.object({ url, status: count, isLoading: z.boolean(), retryAfterSeconds: count.optional() }),
  'server-refused': z.object({ url, status: count, quoted }),
  'server-failed': z.object({ url, status: count.nullable(), quoted }),
  /** `hasPart`: whether a part of the answer was kept. null if parts are never kept. */
  'server-dropped': z.object({ url, reason: dropReason, hasPart: z.boolean().nullable() }),
  'server-redirected': z.object({ url, target: z.string().nullable() }),
  'server-response-unreadable': z.object({ url, reason: responseProblem }),
  'server-without-logprobs': z.object({ url }),
  // `token`: the first one that differs, from 1.
  'server-tokens-differ': z.object({ url, referenceUrl: url, token: count }),

  offline: z.object({ url, isForced: z.boolean() }),
  'token-unusable': z.object({ character: z.string() }),
  'address-unclear': z.object({
    address: z.string(),
    reason: z.enum(['empty', 'other-form', 'not-a-model-page', 'not-a-file-page', 'invalid-percent', 'no-model']),
  }),
  'repository-refused': z.object({ repository: z.string(), host: z.string(), status: count, retryAfterSeconds: count.optional() }),
  'search-refused': z.object({ host: z.string(), status: count, retryAfterSeconds: count.optional() }),
  'repository-without-gguf': z.object({ repository: z.string(), files: count }),
  'not-enough-disk': z.object({ path, neededBytes: count, freeBytes: count }),
  'download-hash-wrong': z.object({ url, expected: z.string(), found: z.string() }),
  'download-in-use': z.object({ path }),
  'file-exists': z.object({ path }),
  'transfer-not-found': z.object({ transferId: z.string() }),
  'folder-unusable': z.object({
    path,
    reason: z.enum(['missing', 'not-a-folder', 'name-not-utf8', 'link-leads-out', 'link-at-download']),
  }),
  'model-in-use': z.object({ name: z.string() }),
  'managed-elsewhere': z.object({ name: z.string(), program: z.string().nullable() }),

  'model-larger-than-memory': z.object({ path, neededBytes: count, memoryBytes: count }),
  'context-larger-than-memory': z.object({ neededBytes: count, freeBytes: count, contextTokens: count, fittingTokens: count }),
  'settings-refused': z.object({ reason: settingsRefusal }),
  // `field` is a path in the file, such as `hosts[0].gpu`, or '' for the whole file.
  'fleet-refused': z.object({ fileName: z.string(), field: z.string(), reason: fleetProblem }),

  'engine-gone': z.object({ reason: engineEnd }),
  'not-connected': z.object({}),
  'link-outdated': z.object({}),
  // `field` is a path in the request, such as `kv.contextTokens`, or '' for the whole request.
  'request-refused': z.object({
    field: z.string(),
    reason: z.discriminatedUnion('kind', [z.object({ kind: z.literal('too-many-values'), mostValues: count }), quotation('zod')]),
  }),
  // `quoted` is Node's message.
  'system-error': z.object({ quoted }),
  'too-many-requests': z.object({ limit: count }),
  'message-too-large': z.object({ sizeBytes: count, limitBytes: count }),
  'engine-start-failed': z.object({ reason: engineEnd }),
  'vc-runtime-missing': z.object({ libraries: z.array(z.string()) }),
  'model-load-failed': z.object({ path, quoted }),
  'context-failed': z.object({
    reason: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('not-enough-memory'), contextTokens: count }),
      quotation('llama.cpp'),
    ]),
  }),
  'no-model-loaded': z.object({}),

  'empty-message': z.object({}),
  'message-too-long': z.object({ characters: count, limitCharacters: count }),
  'conversation-busy': z.object({ conversationId: z.string() }),
  'answer-has-ended': z.object({ answerId: z.string() }),
  'answer-not-editable': z.object({ answerId: z.string() }),
  'answers-refused': z.object({ reason: z.enum(['too-few-sequences', 'all-would-be-equal']), answers: count, sequences: count }),
  'preset-not-found': z.object({}),
  'preset-name-taken': z.object({ name: z.string() }),
  'preset-refused': z.object({ fileName: z.string(), reason: presetFileProblem }),
  'bias-token-unknown': z.object({ token: count, vocabularyTokens: count }),
  'token-unknown': z.object({ token: count, vocabularyTokens: count }),
  'speculation-refused': z.object({ reason: z.enum(['recurrent-state', 'other-bindings']) }),
  'schema-refused': z.object({ refusals: schemaRefusals }),
  'grammar-invalid': z.object({ problem: grammarProblem }),
  'draft-refused': z.object({ name: z.string(), reason: draftRefusal }),
  'draft-larger-than-memory': z.object({ name: z.string(), neededBytes: count, freeBytes: count }),
  'draft-load-failed': z.object({
    name: z.string(),
    reason: z.discriminatedUnion('kind', [
      kinds('header-unreadable'),
      z.object({ kind: z.literal('failure'), failure: nestedFailure }),
      quotation('llama.cpp'),
    ]),
  }),
  'cells-not-copied': z.object({
    reason: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('tokens-missing'), arrivedTokens: count, expectedTokens: count }),
      quotation('error'),
    ]),
  }),
  'document-refused': z.object({ name: z.string(), reason: documentProblem }),
  'document-not-found': z.object({}),
  // `missing` means that the store no longer has an image of the conversation.
  'images-refused': z.object({
    model: z.string(),
    reason: z.discriminatedUnion('kind', [
      kinds('local-model', 'server-model', 'missing'),
      z.object({ kind: z.literal('too-large'), sizeBytes: count, limitBytes: count }),
    ]),
  }),
  'text-piece-too-long': z.object({ characters: count, limitCharacters: count }),
  'prompt-too-long': tooLong,
  'summary-failed': z.object({ reason: z.enum(['empty', 'no-room', 'interrupted']) }),
  'overflow-refused': z.object({ reason: shiftRefusal }),
  'overflow-no-room': z.object({ stayingTokens: count, contextTokens: count, mostTokens: count }),
  'template-failed': z.object({
    reason: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('timeout'), seconds: z.number() }),
      z.object({ kind: z.literal('memory'), mebibytes: count }),
      z.object({ kind: z.literal('too-long'), characters: count }),
      z.object({ kind: z.literal('process-ended'), end: processEnd }),
      quotation('jinja'),
    ]),
  }),
  'tools-refused': z.object({
    reason: z.discriminatedUnion('kind', [
      kinds('template-without-tools', 'template-without-calls', 'calls-not-bindable', 'call-and-grammar'),
      z.object({ kind: z.enum(['control-token', 'unknown-tool']), tool: z.string() }),
    ]),
  }),
  'tools-invalid': z.object({ reason: toolListProblem }),
  'mcp-config-invalid': z.object({ reason: serverListProblem }),
  'mcp-not-allowed': z.object({ reason: z.enum(['refused', 'no-terminal']) }),
  'mcp-server-not-found': z.object({ name: z.string() }),
  'mcp-not-started': z.object({
    name: z.string(),
    reason: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('command-not-found'), command: z.string() }),
      z.object({ kind: z.literal('timed-out'), seconds: count }),
      z.object({ kind: z.literal('ended'), quoted }),
      z.object({ kind: z.literal('failure'), failure: nestedFailure }),
      quotation('server'),
    ]),
  }),
  // `quoted` is the end of the server's log.
  'mcp-server-gone': z.object({ name: z.string(), quoted }),
  'mcp-not-ready': z.object({ name: z.string() }),
  'mcp-too-many-tools': z.object({ tools: count, mostTools: count }),
  'tool-call-not-found': z.object({ callId: z.string() }),
  'calls-not-possible': z.object({ messageId: z.string() }),
  'server-not-saved': z.object({}),
  'server-lacks-feature': z.object({ feature: z.enum(['gbnf-grammar', 'continued-answer']) }),
  'generation-failed': z.object({ quoted }),

  'conversation-not-found': z.object({ conversationId: z.string() }),
  'folder-not-found': z.object({}),
  'message-not-found': z.object({ messageId: z.string() }),
  'turn-not-found': z.object({ turnId: z.string() }),
  'model-not-found': z.object({ modelId: z.string() }),
  'search-too-short': z.object({}),
  'disk-full': z.object({ path }),
  'store-failed': z.object({ path, reason: storeTrouble }),
  'data-read-only': z.object({ path }),
  'data-folder-gone': z.object({ path }),
  'file-not-deleted': z.object({ path, quoted }),
  'data-folder-in-use': z.object({ path, by: z.object({ host: z.enum(['desktop', 'web', 'command-line']), processId: count }).nullable() }),
  'data-from-newer-version': z.object({ path, found: z.number(), known: z.number() }),

  'session-refused': z.object({ reason: sessionRefusal }),
  'session-not-held': z.object({ conversationId: z.string() }),
  'session-private': z.object({}),
  'session-over-budget': z.object({ neededBytes: count, budgetBytes: count }),
  'session-pins-fill-budget': z.object({ neededBytes: count, pinnedBytes: count, budgetBytes: count }),
  'session-not-enough-disk': z.object({ neededBytes: count, freeBytes: count }),
  'session-not-saved': z.object({ quoted }),
  'session-not-restored': z.object({ quoted }),
  'prefix-not-found': z.object({ prefixId: z.string() }),
  'prefix-too-short': z.object({ tokens: count, leastTokens: count }),
  'prefix-not-usable': z.object({ reason: z.enum(['other-settings', 'no-conversation', 'image']) }),

  'compare-plan-refused': z.object({
    reason: z.discriminatedUnion('kind', [
      ...planProblems,
      z.object({ kind: z.enum(['no-variant-works', 'reference-refused']), failure: nestedFailure }),
    ]),
  }),
  'compare-busy': z.object({ runId: z.string() }),
  'compare-run-not-found': z.object({ runId: z.string() }),
  'compare-text-too-short': z.object({ tokens: count, neededTokens: count }),
  /** `character` is an index into the text. */
  'compare-text-binary': z.object({ character: count }),
  'compare-task-failed': z.object({ reason: taskTrouble }),
  'file-too-large': z.object({ name: z.string(), sizeBytes: count, limitBytes: count }),
  'compare-import-refused': z.object({ name: z.string(), reason: importProblem }),
  'load-file-refused': z.object({ name: z.string(), reason: loadFileProblem }),

  'lab-model-unsupported': z.object({ path, reason: labModelProblem }),
  'lab-model-too-large': z.object({ path, parameters: count, limitParameters: count }),
  'lab-budget-too-small': z.object({ policy: z.string(), budgetTokens: count, leastTokens: count }),
  'lab-policy-without-scores': z.object({ policy: z.string(), scored: z.array(z.string()) }),
  'lab-block-too-large': z.object({ blockTokens: count, contextTokens: count }),
  'lab-text-too-long': z.object({ textTokens: count, contextTokens: count }),
  // `experiment` is null for a recording.
  'lab-busy': z.object({ experiment: z.string().nullable() }),
  'lab-ended': z.object({ reason: processEnd }),
  'lab-recording-gone': z.object({}),

  // `disturbed` means that the model wrote an answer during the measurement.
  'bandwidth-failed': z.object({
    reason: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('process-ended'), end: processEnd }),
      z.object({ kind: z.literal('timed-out'), seconds: z.number() }),
      kinds('disturbed', 'busy'),
      quotation('error'),
    ]),
  }),

  'shortcut-refused': z.object({ reason: shortcutProblem }),

  ...updateErrorFacts,
  ...apiErrorFacts,

  // An older version stored this error under the code `stored`.
  'older-failure': z.object({ stored: z.string(), quoted }),
  'not-on-this-host': z.object({ action: z.enum(['file-dialog', 'folder-dialog', 'show-file', 'open-folder']) }),
  'import-refused': z.object({ name: z.string(), reason: z.enum(['empty', 'zip', ...importFlaw.options]) }),
  'import-ended': z.object({}),
  'upload-refused': z.object({ name: z.string(), reason: uploadTrouble }),
} as const

export type ErrorCode = keyof typeof errorFacts
export type ErrorFacts<Code extends ErrorCode> = z.infer<(typeof errorFacts)[Code]>
export type Failure = { [Code in ErrorCode]: { readonly code: Code; readonly facts: ErrorFacts<Code> } }[ErrorCode]

export const failureSchema: z.ZodType<Failure> = z.custom<Failure>(isFailure, 'Expected a failure with a known code and its facts')

function isFailure(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { code, facts } = value as { code?: unknown; facts?: unknown }
  return typeof code === 'string' && code in errorFacts && errorFacts[code as ErrorCode].safeParse(facts).success
}

export function errorsOf<const Code extends ErrorCode>(...codes: readonly Code[]) {
  return Object.fromEntries(codes.map((code) => [code, { data: errorFacts[code] }])) as {
    [C in Code]: { data: (typeof errorFacts)[C] }
  }
}
