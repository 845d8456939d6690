import { testName } from '../../../core/compare/test-name'
import type { ComparePart } from '../../../core/contract/compare/compare-limits'
import type { CompareTask } from '../../../core/contract/compare/compare-tasks'
import { copy } from '../../../core/copy/copy'

/** Such as `tg128 @ d1024` or `Quality`. */
export const cellName = (part: ComparePart, task: CompareTask): string =>
  task.kind === 'speed' ? testName(task.test) : copy.compare.parts[part].name
