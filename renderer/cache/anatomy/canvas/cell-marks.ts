import type { CacheSample } from '../../../../core/contract/cache/cache'

/** `shared` marks the leading tokens that other sequences also hold. */
export type CellMarks = Pick<CacheSample, 'checkpoints' | 'gaps' | 'shared'>

export const noMarks: CellMarks = { checkpoints: [], gaps: [], shared: null }
