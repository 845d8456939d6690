import type { CSSProperties, ReactNode } from 'react'
import { copy } from '../../../core/copy/copy'
import type { ExperimentResult } from '../../../core/lab/experiments/experiment'
import type { ResultTable } from '../../../core/lab/experiments/result-table'
import { ChartCard } from '../../ui/charts/chart-card'
import { Segmented } from '../../ui/controls/segmented'
import { blockSizesOf, wallOneKinds, wallsBars, wallTwoParts } from './walls-bars'
import { WallsChart, wallOneLooks } from './walls-chart'

export interface WallsCardProps {
  readonly result: ExperimentResult
  readonly table: ResultTable
  readonly origin: string
  readonly actions: ReactNode
  readonly blockTokens: number
  readonly onBlockTokens: (blockTokens: number) => void
}

export function WallsCard({ result, table, origin, actions, blockTokens, onBlockTokens }: WallsCardProps) {
  const texts = copy.lab.charts['both-walls']
  return (
    <ChartCard
      title={table.title}
      meaning={table.expected}
      note={texts.note(blockTokens)}
      source={origin}
      legend={wallOneKinds.map((kind) => ({ id: kind, name: texts.wallOne[kind], look: wallOneLooks[kind], mark: 'square' }))}
      actions={
        <>
          <span className="text-[12px] text-soft">{texts.block}</span>
          <Segmented
            label={texts.block}
            value={String(blockTokens)}
            options={blockSizesOf(result).map((size) => ({ value: String(size), label: String(size) }))}
            onChange={(size) => onBlockTokens(Number(size))}
          />
          {actions}
        </>
      }
    >
      <WallsChart label={texts.label(table.title, blockTokens)} bars={wallsBars(result, blockTokens)} />
      <Legend />
    </ChartCard>
  )
}

const looks = {
  freed: { backgroundColor: 'var(--ink-soft)' },
  compacted: { backgroundImage: 'repeating-linear-gradient(135deg, var(--ink-soft) 0 2px, transparent 2px 4px)' },
  stuck: { border: '1px dashed var(--ink-soft)' },
} as const

function Legend() {
  const texts = copy.lab.charts['both-walls']
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-[12px] text-soft">
      {wallTwoParts.map((part) => (
        <Entry key={part} look={looks[part]} name={texts.wallTwo[part]} />
      ))}
    </ul>
  )
}

const Entry = ({ look, name }: { readonly look: CSSProperties; readonly name: string }) => (
  <li className="flex items-center gap-1.5">
    <span aria-hidden className="h-2.5 w-4 shrink-0 rounded-[2px]" style={look} />
    {name}
  </li>
)
