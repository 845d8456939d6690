/** Limits the size of files, because they are parsed on the thread that serves windows. */
import type { ImportProblem } from '../../core/contract/errors/compare-reasons'

export const mostRows = 20_000
/** Ten times the size of files that llama-bench and Headroom write. */
export const mostColumns = 1000
/** The limit applies to the fields of all rows together. llama-bench has 41 columns. */
export const mostFields = 1_000_000

export const tooManyRows: ImportProblem = { kind: 'too-many', of: 'rows', most: mostRows }
export const tooManyColumns: ImportProblem = { kind: 'too-many', of: 'columns', most: mostColumns }
export const tooManyFields: ImportProblem = { kind: 'too-many', of: 'fields', most: mostFields }
