import { charts } from './charts'
import { measures } from './measures'
import { failures, sideBySide } from './results'
import { settingNames } from './setting-names'
import { table } from './table'
import { verdict } from './verdict'

export const compare = { charts, failures, measures, settingNames, sideBySide, table, verdict }
