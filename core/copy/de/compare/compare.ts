import type { compare as english } from '../../en/compare/compare'
import { charts } from './charts'
import { fields, text } from './fields'
import { form, problems } from './form'
import { gate } from './gate'
import { measures } from './measures'
import { parts } from './parts'
import { failures, sideBySide } from './results'
import { progress, run, runs } from './runs'
import { settingNames } from './setting-names'
import { table } from './table'
import { tune } from './tune'
import { variants } from './variants'
import { verdict } from './verdict'

export const compare: typeof english = {
  charts,
  failures,
  fields,
  form,
  gate,
  measures,
  parts,
  problems,
  progress,
  run,
  runs,
  settingNames,
  sideBySide,
  table,
  text,
  tune,
  variants,
  verdict,
}
