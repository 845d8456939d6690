import { charts } from './charts'
import { measures } from './measures'
import { parts } from './parts'
import { failures, sideBySide } from './results'
import { progress, run, runs } from './runs'
import { settingNames } from './setting-names'
import { table } from './table'
import { verdict } from './verdict'

export const compare = { charts, failures, measures, parts, progress, run, runs, settingNames, sideBySide, table, verdict }
