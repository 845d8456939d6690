import { useState } from 'react'
import { copy } from '../../../core/copy/copy'
import type { ResultTable as Table } from '../../../core/lab/experiments/result-table'
import { Button } from '../../ui/controls/button'
import { ResultTable } from './result-table'

export interface BlockTableProps {
  readonly table: Table
  readonly blockTokens: number
}

/** One row per policy, for the blocks that the chart shows; the others on request. */
export function BlockTable({ table, blockTokens }: BlockTableProps) {
  const [hasAll, setHasAll] = useState(false)
  const texts = copy.lab.charts['both-walls']
  const rows = hasAll ? table.rows : table.rows.filter((row) => row.blockTokens === blockTokens)
  return (
    <>
      <ResultTable table={{ ...table, rows }} />
      <div>
        <Button className="h-7" onClick={() => setHasAll(!hasAll)}>
          {hasAll ? texts.onlyBlock(blockTokens) : texts.allBlocks(table.rows.length)}
        </Button>
      </div>
    </>
  )
}
