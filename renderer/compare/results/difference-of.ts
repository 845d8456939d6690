import { rateChange } from '../../../core/compare/statistics/verdict'
import { copy } from '../../../core/copy/copy'
import { differenceText } from '../measured/figure-text'
import type { MeasuredSetting } from '../measured/measured-setting'
import { decodeOf, type Measure, prefillOf, type Reading } from '../measured/measures'
import { repeatedOf } from './verdict-for'

/**
 * How a figure differs from that of the reference, as in the verdicts: a difference that chance can explain is called so. undefined for a
 * figure that is not compared.
 */
export function differenceOf(
  measure: Measure,
  setting: MeasuredSetting,
  reference: MeasuredSetting | undefined,
  reading: Reading,
): string | undefined {
  const figure = measure.of(setting, reading)
  const other = reference && reference !== setting ? measure.of(reference, reading) : null
  if (!measure.isCompared || !figure || !other) return undefined
  const texts = copy.compare.table.difference
  const percentage = differenceText(figure.value, other.value)
  if (measure.isExact || percentage === undefined) return percentage
  if ([setting, reference].some((one) => one && isPartial(measure.key, one, reading))) return texts.partial
  const change = rateChange(repeatedOf(measure.key, setting, reading), repeatedOf(measure.key, reference as MeasuredSetting, reading))
  if (change === null) return texts.once(percentage)
  return typeof change === 'string' ? texts[change] : texts.clear(percentage, change.margin)
}

const pointsOf: Partial<Record<Measure['key'], typeof decodeOf>> = { decode: decodeOf, prefill: prefillOf }

/** While repetitions are missing, or turns at the client. */
const isPartial = (key: Measure['key'], setting: MeasuredSetting, reading: Reading): boolean =>
  pointsOf[key] ? pointsOf[key](setting, reading)?.isPartial === true : setting.waiting > 0
