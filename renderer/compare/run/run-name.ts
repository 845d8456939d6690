import type { CompareRunSummary } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'

export const runName = ({ title, modelName }: Pick<CompareRunSummary, 'title' | 'modelName'>): string =>
  title || modelName || copy.compare.runs.item.unnamed
