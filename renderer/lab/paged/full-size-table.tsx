import { useMemo } from 'react'
import { copy } from '../../../core/copy/copy'
import { fullSize, reclaimed } from '../../../core/lab/paged/full-size'
import { formatCount, formatPercent } from '../../../core/text/amounts'
import { Section } from '../../ui/section'

export function FullSizeTable() {
  const rows = useMemo(reclaimed, [])
  const texts = copy.lab.paged.fullSize
  return (
    <Section title={texts.title} note={texts.note(fullSize.tokens, fullSize.blocks, fullSize.blockTokens)}>
      <div className="overflow-x-auto">
        <table className="w-full text-[13px] tabular-nums">
          <thead>
            <tr className="text-left text-[12px] text-faint">
              <th className="py-1 pr-3 font-normal">{texts.pattern}</th>
              <th className="py-1 pr-3 text-right font-normal">{texts.evicted}</th>
              <th className="py-1 pr-3 text-right font-normal">{texts.freed}</th>
              <th className="py-1 pr-3 text-right font-normal">{texts.repacked}</th>
              <th className="py-1 text-right font-normal">{texts.copied}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ pattern, evictedTokens, freedBlocks, freedByRepack, copiedSlots }) => (
              <tr key={pattern} className="border-line border-t">
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  {texts.patterns[pattern]}
                </th>
                <td className="py-1 pr-3 text-right">{formatPercent(evictedTokens / fullSize.tokens, 2)}</td>
                <td className="py-1 pr-3 text-right">{formatCount(freedBlocks)}</td>
                <td className="py-1 pr-3 text-right">{formatCount(freedByRepack)}</td>
                <td className="py-1 text-right">{formatCount(copiedSlots)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
