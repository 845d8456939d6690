import { Download } from 'lucide-react'
import { memo } from 'react'
import { safeFileName } from '../../../core/text/safe-file-name'
import { saveFile } from '../../client/save-file'
import { BytesFigure, CountFigure } from '../../ui/bytes-figure'
import { Button } from '../../ui/controls/button'
import { Section } from '../../ui/section'
import { layerKinds } from '../plan/layer-kinds'
import { type LayerRow, layersCsv, namesOf } from './layer-rows'

const columns = [
  ['K', 'keyBytes'],
  ['V', 'valueBytes'],
  ['State', 'stateBytes'],
  ['Together', 'bytes'],
] as const

/** Every layer with its bytes. A hundred layers have hundreds of figures, so it redraws only if one changes. */
export const LayerTable = memo(function LayerTable({ rows, name }: { readonly rows: readonly LayerRow[]; readonly name: string }) {
  const shown = columns.filter(([, key]) => key !== 'stateBytes' || rows.some(({ stateBytes }) => stateBytes > 0))
  return (
    <Section
      title="By layer"
      actions={
        <Button className="h-7" onClick={() => saveFile({ fileName: fileNameOf(name), mediaType: 'text/csv', text: layersCsv(rows) })}>
          <Download size={14} aria-hidden /> CSV
        </Button>
      }
    >
      <table className="w-full text-[13px]">
        <thead>
          <tr className="border-line border-b text-left text-soft">
            <th scope="col" className="py-1 pr-3 font-normal">
              Layer
            </th>
            <th scope="col" className="py-1 pr-3 font-normal">
              Keeps
            </th>
            <th scope="col" className="py-1 pr-1 text-right font-normal">
              Cells
            </th>
            {shown.map(([title]) => (
              <th key={title} scope="col" className="py-1 pl-2 text-right font-normal">
                {title}
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
                      style={{ backgroundColor: layerKinds[kind].colour }}
                    />
                  ))}
                  {namesOf(row)}
                </span>
              </td>
              <td className="py-0.5 pr-1 text-right">
                {row.cells > 0 ? <CountFigure name={`Cells of layer ${row.index}`} count={row.cells} unit="cells" /> : '–'}
              </td>
              {shown.map(([title, key]) => (
                <td key={key} className="whitespace-nowrap py-0.5 pl-2 text-right">
                  {row[key] > 0 ? <BytesFigure name={`Layer ${row.index}, ${title}`} bytes={row[key]} /> : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
})

/** A file name that is valid on every system. */
const fileNameOf = (name: string): string =>
  `${safeFileName(name.replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^-+|-+$/g, ''), 'plan')}-layers.csv`
