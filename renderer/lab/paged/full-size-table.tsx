import { useMemo } from 'react'
import { fullSize, reclaimed } from '../../../core/lab/paged/full-size'
import { formatCount, formatPercent } from '../../../core/text/amounts'
import { Section } from '../../ui/section'

/** The same at realistic size, computed on the spot. */
export function FullSizeTable() {
  const rows = useMemo(reclaimed, [])
  return (
    <Section
      title="At full size"
      note={`A sequence of ${formatCount(fullSize.tokens)} tokens in ${formatCount(fullSize.blocks)} blocks of ${fullSize.blockTokens}. How much memory comes back depends on where the survivors stand, not on how many there are.`}
    >
      <div className="overflow-x-auto">
        <table className="w-full text-[13px] tabular-nums">
          <thead>
            <tr className="text-left text-[12px] text-faint">
              <th className="py-1 pr-3 font-normal">Who goes</th>
              <th className="py-1 pr-3 text-right font-normal">evicted</th>
              <th className="py-1 pr-3 text-right font-normal">blocks freed</th>
              <th className="py-1 pr-3 text-right font-normal">after a repack</th>
              <th className="py-1 text-right font-normal">slots copied</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ pattern, evictedTokens, freedBlocks, freedByRepack, copiedSlots }) => (
              <tr key={pattern} className="border-line border-t">
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  {pattern}
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
