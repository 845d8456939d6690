import type { CacheSample } from '../../../../core/contract/cache/cache'

/** Marks between the cells; `shared`: leading tokens that other sequences hold too. */
export type CellMarks = Pick<CacheSample, 'checkpoints' | 'gaps' | 'shared'>

export const noMarks: CellMarks = { checkpoints: [], gaps: [], shared: null }
