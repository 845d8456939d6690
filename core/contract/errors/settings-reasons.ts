import { z } from 'zod'
import { grammarFlaws, schemaRefusalReasons } from '../../grammar/problems/problems'
import { kvTypes } from '../settings/kv-types'
import { kinds, quotation } from './quoted'

const count = z.number().nonnegative()
const type = z.enum(kvTypes)

export const schemaRefusal = z.object({ pointer: z.string(), reason: z.enum(schemaRefusalReasons) })
export const schemaRefusals = z.array(schemaRefusal).min(1)

export const grammarProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('flaw'), flaw: z.enum(grammarFlaws), line: count }),
  kinds('llama.cpp', 'begun-answer'),
])

export const fatalSettings = z.discriminatedUnion('kind', [
  kinds(
    'no-layer-slides',
    'window-missing',
    't5-one-sequence',
    'plm-flash-attention',
    'sequences-divide-micro-batch',
    'indexer-heads',
    'first-layer-without-indexer',
    'predicting-layers-with-indexer',
  ),
  z.object({ kind: z.literal('few-layers-with-cache'), layers: count }),
  z.object({ kind: z.literal('reuse-of-other-kind'), layer: count }),
  z.object({ kind: z.literal('key-row-not-blocks'), elements: count, blockElements: count }),
  z.object({ kind: z.literal('batch-shorter-than-sequences'), batchTokens: count, sequences: count }),
])
export type FatalSettings = z.infer<typeof fatalSettings>

export const settingsRefusal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quantized-value-needs-flash-attention'), valueType: type }),
  z.object({ kind: z.literal('head-not-divisible-by-block'), of: z.enum(['K', 'V']), type, blockElements: count, headElements: count }),
  z.object({ kind: z.literal('mla-needs-equal-types'), keyType: type, valueType: type }),
  z.object({ kind: z.literal('too-many-sequences'), sequences: count, mostSequences: count }),
  z.object({ kind: z.literal('no-context'), mostTokens: count.nullable() }),
  kinds('needs-target-model'),
  quotation('cannot-be-loaded'),
  z.object({ kind: z.literal('kills-the-process'), cause: fatalSettings }),
])
export type SettingsRefusal = z.infer<typeof settingsRefusal>

export const vocabularyDifference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tokenizer'), draft: z.string(), main: z.string() }),
  /** Only the model named in `addedBy` adds a token at the start or end of a prompt. */
  z.object({ kind: z.enum(['added-start', 'added-end']), addedBy: z.enum(['draft', 'main']) }),
  z.object({ kind: z.enum(['start-token', 'end-token']), draft: count, main: count }),
  z.object({ kind: z.literal('token-count'), draft: count, main: count }),
  z.object({ kind: z.literal('token'), id: count, draft: z.string(), main: z.string() }),
])
export type VocabularyDifference = z.infer<typeof vocabularyDifference>

export const draftRefusal = z.discriminatedUnion('kind', [
  kinds('none-chosen', 'recurrent-state', 'other-bindings'),
  z.object({ kind: z.literal('other-vocabulary'), difference: vocabularyDifference }),
])
export type DraftRefusal = z.infer<typeof draftRefusal>

export const fleetProblem = z.discriminatedUnion('kind', [
  quotation('json'),
  quotation('zod'),
  z.object({ kind: z.literal('unknown-name'), value: z.string(), known: z.array(z.string()) }),
  kinds('no-memory', 'types-differ', 'weights-in-file', 'weights-unknown', 'prefix-too-long', 'no-tokens'),
])
export type FleetProblem = z.infer<typeof fleetProblem>

export const presetFileProblem = z.discriminatedUnion('kind', [
  kinds('not-json', 'not-a-preset'),
  z.object({ kind: z.literal('newer-version'), version: z.number() }),
  /** Such as `sampling.topK`. */
  z.object({ kind: z.enum(['unknown-field', 'invalid-field']), field: z.string() }),
])
export type PresetFileProblem = z.infer<typeof presetFileProblem>

export const toolListProblem = z.discriminatedUnion('kind', [
  kinds('not-json', 'not-a-list'),
  z.object({ kind: z.literal('tool'), number: count, name: z.string().nullable() }),
  z.object({ kind: z.literal('name-twice'), name: z.string() }),
  z.object({ kind: z.literal('too-many'), tools: count, mostTools: count }),
])

export const serverListProblem = z.discriminatedUnion('kind', [
  kinds('no-servers'),
  z.object({ kind: z.literal('not-json'), line: count, column: count }),
  z.object({ kind: z.enum(['server', 'url', 'name']), name: z.string() }),
  z.object({ kind: z.literal('too-many'), servers: count, mostServers: count }),
])
