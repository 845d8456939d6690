import { Download } from 'lucide-react'
import { memo } from 'react'
import { copy } from '../../../core/copy/copy'
import { safeFileName } from '../../../core/text/safe-file-name'
import { saveFile } from '../../client/save-file'
import { BytesFigure, CountFigure } from '../../ui/bytes-figure'
import { Button } from '../../ui/controls/button'
import { Section } from '../../ui/section'
import { layerKindColors } from '../plan/layer-kinds'
import { type LayerRow, layersCsv } from './layer-rows'

const byteColumns = ['keyBytes', 'valueBytes', 'stateBytes', 'bytes'] as const

export const LayerTable = memo(function LayerTable({ rows, name }: { readonly rows: readonly LayerRow[]; readonly name: string }) {
  const shown = byteColumns.filter((key) => key !== 'stateBytes' || rows.some(({ stateBytes }) => stateBytes > 0))
  const { layers, layerTable } = copy.planner
  const { title, save, columns, figure } = layerTable
  return (
    <Section
      title={title}
      actions={
        <Button className="h-7" onClick={() => saveFile({ fileName: fileNameOf(name), mediaType: 'text/csv', text: layersCsv(rows) })}>
          <Download size={14} aria-hidden /> {save}
        </Button>
      }
    >
      <table className="w-full text-[13px]">
        <thead>
          <tr className="border-line border-b text-left text-soft">
            <th scope="col" className="py-1 pr-3 font-normal">
              {columns.layer}
            </th>
            <th scope="col" className="py-1 pr-3 font-normal">
              {columns.keeps}
            </th>
            <th scope="col" className="py-1 pr-1 text-right font-normal">
              {columns.cells}
            </th>
            {shown.map((key) => (
              <th key={key} scope="col" className="py-1 pl-2 text-right font-normal">
                {columns[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.index} className="border-line border-b last:border-0">
              <th scope="row" className="py-0.5 pr-3 text-left font-normal">
                {row.index}
              </th>
              <td className="py-0.5 pr-3">
                <span className="flex items-center gap-1.5">
                  {row.kinds.map((kind) => (
                    <span
                      key={kind}
                      aria-hidden
                      className="size-2.5 shrink-0 rounded-[2px]"
                      style={{ backgroundColor: layerKindColors[kind] }}
                    />
                  ))}
                  {layers.keeps(row.kinds)}
                </span>
              </td>
              <td className="py-0.5 pr-1 text-right">
                {row.cells > 0 ? <CountFigure name={layers.cellsOf(row.index)} count={row.cells} unit={layers.cells} /> : '–'}
              </td>
              {shown.map((key) => (
                <td key={key} className="whitespace-nowrap py-0.5 pl-2 text-right">
                  {row[key] > 0 ? <BytesFigure name={figure(row.index, columns[key])} bytes={row[key]} /> : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
})

const fileNameOf = (name: string): string =>
  `${safeFileName(name.replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^-+|-+$/g, ''), 'plan')}-layers.csv`
