import type { Recall } from '../../../../core/compare/gate/recall'
import type { SuiteFigures } from '../../../../core/compare/suite/suite-figures'
import { copy } from '../../../../core/copy/copy'
import { Explained } from '../../../ui/explained'
import type { MeasuredSetting } from '../../measured/measured-setting'
import { CountCard, type CountColumn } from './count-card'

type ColumnName = keyof typeof copy.compare.charts.suite.columns

const countsOf: readonly (readonly [ColumnName, (figures: SuiteFigures) => Recall | null])[] = [
  ['rightTool', ({ toolCalls }) => countOf(toolCalls?.rightTool, toolCalls?.prompts)],
  ['rightArguments', ({ toolCalls }) => countOf(toolCalls?.rightArguments, toolCalls?.prompts)],
  ['sameCall', ({ toolCalls }) => countOf(toolCalls?.sameCall, toolCalls?.prompts)],
  ['valid', ({ schemas }) => countOf(schemas?.valid, schemas?.prompts)],
  ['validWithGrammar', ({ schemasWithGrammar: schemas }) => countOf(schemas?.valid, schemas?.prompts)],
]

const countOf = (found: number | null | undefined, trials: number | undefined): Recall | null =>
  found === null || found === undefined || !trials ? null : { found, trials }

export function SuiteCard({ settings }: { readonly settings: readonly MeasuredSetting[] }) {
  const texts = copy.compare.charts.suite
  const columns = countsOf.map(([name, of]): CountColumn => {
    const column = texts.columns[name]
    return { key: name, heading: <Explained by={column.meaning}>{column.name}</Explained>, of: ({ suite }) => of(suite) }
  })
  return <CountCard texts={texts} settings={settings} columns={columns} hasIntervals />
}
