import { measures } from './measures'
import { settingNames } from './setting-names'
import { table } from './table'
import { verdict } from './verdict'

export const compare = { measures, settingNames, table, verdict }
