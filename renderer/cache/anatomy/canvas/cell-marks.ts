import type { CacheSample, CellGap, Checkpoint } from '../../../../core/contract/cache/cache'
import { sequenceNames } from '../../cells/sequence-text'

export interface CellMarks {
  readonly checkpoints: readonly Checkpoint[]
  readonly gaps: readonly CellGap[]
  /** Leading tokens that other sequences hold too; undefined: none. */
  readonly shared: { readonly tokens: number; readonly others: string } | undefined
}

export const marksOf = ({ checkpoints, gaps, shared }: Pick<CacheSample, 'checkpoints' | 'gaps' | 'shared'>): CellMarks => ({
  checkpoints,
  gaps,
  shared: shared ? { tokens: shared.tokens, others: sequenceNames(shared.sequences) } : undefined,
})
