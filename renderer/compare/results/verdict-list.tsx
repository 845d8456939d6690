import type { MeasuredSetting } from '../measured-setting'

export interface VerdictListProps {
  readonly settings: readonly MeasuredSetting[]
  readonly references: ReadonlyMap<string, MeasuredSetting>
}

export function VerdictList(_: VerdictListProps) {
  return null
}
