import type { compare as english } from '../../en/compare/compare'
import { measures } from './measures'
import { settingNames } from './setting-names'
import { table } from './table'
import { verdict } from './verdict'

export const compare: typeof english = { measures, settingNames, table, verdict }
