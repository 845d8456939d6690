import { z } from 'zod'
import { kinds, quotation } from './quoted'

const count = z.number().nonnegative()
/** null for 2^53 and more. */
const largeCount = count.nullable()
const tensor = z.string()
const key = z.string()
const type = count

/** Entries and unnamed tensors are numbered from 0. */
export const ggufFlaw = z.discriminatedUnion('kind', [
  kinds('endless-header'),
  z.object({ kind: z.enum(['too-many-tensors', 'too-many-entries']), count: largeCount }),
  z.object({ kind: z.literal('alignment'), value: z.string() }),
  z.object({ kind: z.literal('text-length'), bytes: largeCount }),
  z.object({ kind: z.literal('metadata-size'), limitBytes: count }),
  z.object({ kind: z.enum(['key-missing', 'key-with-zero']), entry: count }),
  z.object({ kind: z.literal('key-length'), entry: count, bytes: count }),
  z.object({ kind: z.literal('key-twice'), key }),
  z.object({ kind: z.literal('other-type'), key, type, expected: z.string() }),
  z.object({ kind: z.enum(['unknown-type', 'unknown-array-type']), key, type }),
  z.object({ kind: z.literal('array-length'), key, elements: largeCount }),
  z.object({ kind: z.literal('tensor-name-length'), index: count, bytes: count }),
  z.object({ kind: z.enum(['tensor-twice', 'tensor-end']), tensor }),
  z.object({ kind: z.literal('tensor-start'), tensor, startByte: largeCount, expectedByte: count }),
  z.object({ kind: z.literal('tensor-dimensions'), tensor, dimensions: count }),
  z.object({ kind: z.literal('tensor-shape'), tensor, shape: z.array(largeCount) }),
  z.object({ kind: z.literal('tensor-type'), tensor, type }),
  z.object({ kind: z.literal('tensor-rows'), tensor, rowElements: count, typeName: z.string(), blockElements: count }),
  z.object({ kind: z.literal('tensor-size'), tensor, bytes: count }),
])
export type GgufFlaw = z.infer<typeof ggufFlaw>

/** Parts are numbered from 1. */
export const splitFlaw = z.discriminatedUnion('kind', [
  kinds('part-number-missing', 'tensor-count-missing'),
  z.object({ kind: z.literal('too-many-parts'), parts: count }),
  z.object({ kind: z.literal('named-as-other-part'), namedPart: count }),
  z.object({ kind: z.literal('other-part'), part: count, expectedPart: count }),
  z.object({ kind: z.literal('tensor-twice'), tensor }),
  z.object({ kind: z.literal('too-many-tensors'), expectedTensors: count }),
  z.object({ kind: z.literal('tensor-count'), tensors: count, expectedTensors: count }),
])
export type SplitFlaw = z.infer<typeof splitFlaw>

const configValueKind = z.enum(['whole-number', 'whole-numbers', 'words', 'word', 'flag', 'object'])

export const configValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whole-number'), least: count, most: count }),
  z.object({ kind: z.enum(['whole-numbers', 'words', 'objects']), mostItems: count }),
  kinds('word', 'flag', 'object'),
])
export type ConfigValue = z.infer<typeof configValue>

const otherFiles = [
  'diffusers',
  'adapter',
  'weight-index',
  'tokenizer',
  'tokenizer-config',
  'processor',
  'generation-config',
  'package',
] as const
export type OtherFile = (typeof otherFiles)[number]

export const configFlaw = z.discriminatedUnion('kind', [
  kinds('empty', 'list', 'single-value', 'hybrid-pattern'),
  z.object({ kind: z.literal('too-long'), characters: count }),
  quotation('json'),
  quotation('llama.cpp'),
  z.object({ kind: z.literal('other-file'), file: z.enum(otherFiles) }),
  /** `isAlsoAtTop` means that the top level was searched as well as `section`. */
  z.object({
    kind: z.literal('key-missing'),
    key,
    section: z.string().nullable(),
    isAlsoAtTop: z.boolean(),
    expected: configValueKind,
    example: z.string(),
  }),
  z.object({ kind: z.literal('key-wrong'), key, found: z.string(), expected: configValue, example: z.string() }),
  z.object({ kind: z.literal('hybrid-layers'), patternLayers: count, layers: count }),
])
export type ConfigFlaw = z.infer<typeof configFlaw>
