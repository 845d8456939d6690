import type { CacheSample } from '../../../../core/contract/cache/cache'

/** `shared`: how many leading tokens other sequences hold too. */
export type CellMarks = Pick<CacheSample, 'checkpoints' | 'gaps' | 'shared'>

export const noMarks: CellMarks = { checkpoints: [], gaps: [], shared: null }
