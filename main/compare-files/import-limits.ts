/** Files are parsed on the thread that serves the windows. */
import type { ImportProblem } from '../../core/contract/errors/compare-reasons'

export const mostRows = 20_000
export const mostColumns = 1000
/** Fields of all rows together. */
export const mostFields = 1_000_000

export const tooManyRows: ImportProblem = { kind: 'too-many', of: 'rows', most: mostRows }
export const tooManyColumns: ImportProblem = { kind: 'too-many', of: 'columns', most: mostColumns }
export const tooManyFields: ImportProblem = { kind: 'too-many', of: 'fields', most: mostFields }
