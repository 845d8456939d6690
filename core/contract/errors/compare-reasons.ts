import { z } from 'zod'
import { kinds, quotation, quoted } from './quoted'

const count = z.number().nonnegative()
const tensor = z.string()

export const planProblems = [
  kinds('measures-nothing', 'not-resumable'),
  z.object({ kind: z.enum(['unknown-text', 'empty-text', 'binary-text']), name: z.string() }),
  z.object({ kind: z.literal('too-many-cells'), cells: count, mostCells: count }),
  z.object({ kind: z.literal('changed'), what: z.array(z.enum(['machine', 'headroom', 'model-file', 'server'])) }),
] as const

export const taskTrouble = z.discriminatedUnion('kind', [kinds('no-result', 'no-single-batches'), quotation('error')])
export type TaskTrouble = z.infer<typeof taskTrouble>

/** Lines, entries and rows are numbered from 1. */
export const importProblem = z.discriminatedUnion('kind', [
  kinds('empty', 'json-incomplete', 'nested-too-deeply', 'no-rows'),
  z.object({ kind: z.literal('too-many'), of: z.enum(['rows', 'columns', 'fields']), most: count }),
  z.object({ kind: z.literal('line-not-json'), line: count }),
  z.object({ kind: z.literal('line-damaged'), line: count, quoted }),
  z.object({ kind: z.literal('not-a-row'), entry: count }),
  z.object({ kind: z.literal('columns-missing'), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('not-a-number'), row: count, column: z.string(), found: z.string() }),
])
export type ImportProblem = z.infer<typeof importProblem>

/** A trace, or the results of a load test. Lines and entries are numbered from 1. */
export const loadFileProblem = z.discriminatedUnion('kind', [
  kinds('empty', 'json-incomplete', 'no-entries', 'not-results'),
  z.object({ kind: z.literal('too-many'), most: count }),
  z.object({ kind: z.literal('line-not-json'), line: count }),
  z.object({ kind: z.literal('entry-without-prompt'), entry: count }),
  z.object({ kind: z.literal('not-a-number'), entry: count, field: z.string(), found: z.string() }),
])
export type LoadFileProblem = z.infer<typeof loadFileProblem>

export const labModelProblem = z.discriminatedUnion('kind', [
  kinds('shape', 'vocabulary-missing'),
  z.object({ kind: z.literal('architecture'), architecture: z.string().nullable() }),
  z.object({ kind: z.literal('tokenizer'), tokenizer: z.string().nullable(), preTokenizer: z.string().nullable() }),
  z.object({ kind: z.literal('key'), key: z.string() }),
  z.object({ kind: z.enum(['tensor-unknown', 'tensor-missing', 'tensor-shape']), tensor }),
  z.object({ kind: z.literal('tensor-type'), tensor, type: z.string() }),
])
export type LabModelProblem = z.infer<typeof labModelProblem>
