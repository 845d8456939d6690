import type { compare as english } from '../../en/compare/compare'
import { charts } from './charts'
import { measures } from './measures'
import { failures, sideBySide } from './results'
import { settingNames } from './setting-names'
import { table } from './table'
import { verdict } from './verdict'

export const compare: typeof english = { charts, failures, measures, settingNames, sideBySide, table, verdict }
