import { memo, useMemo } from 'react'
import { copy } from '../../../core/copy/copy'
import type { CachePlan } from '../../../core/kv/cache-plan'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { BytesFigure } from '../../ui/bytes-figure'
import { Section } from '../../ui/section'
import { layerKindColors } from '../plan/layer-kinds'
import type { PlannerSettings } from '../plan/planner-settings'
import { formulaTerms, windowCells } from './formula'
import { wrongFormulas } from './wrong-formulas'

export interface FormulaSectionProps {
  readonly subject: PlanSubject
  readonly plan: CachePlan
  readonly settings: PlannerSettings
}

export const FormulaSection = memo(function FormulaSection({ subject, plan, settings }: FormulaSectionProps) {
  const terms = useMemo(() => formulaTerms(subject.shape, plan, settings), [subject, plan, settings])
  const windowed = useMemo(() => windowCells(subject.shape, plan), [subject, plan])
  const wrong = useMemo(() => wrongFormulas(subject, plan, settings), [subject, plan, settings])
  const { formula: texts, layerKinds, memoryClasses, publishedFigures } = copy.planner
  return (
    <Section title={texts.title} note={memoryClasses[plan.memoryClass].formula}>
      <table className="w-full text-[13px]">
        <tbody>
          {terms.map((term) => (
            <tr key={texts.term(term)} className="border-line border-b">
              <td className="py-1 pr-3 align-top">
                <span className="flex items-center gap-1.5 text-soft">
                  <span aria-hidden className="size-2.5 shrink-0 rounded-[2px]" style={{ backgroundColor: layerKindColors[term.kind] }} />
                  {layerKinds[term.kind].name}
                </span>
              </td>
              <td className="py-1 pr-3 align-top font-mono text-[12px] leading-5">{texts.term(term)}</td>
              <td className="whitespace-nowrap py-1 text-right align-top">
                <BytesFigure name={texts.termFigure(layerKinds[term.kind].name)} bytes={term.bytes} />
              </td>
            </tr>
          ))}
          <tr className="font-medium">
            <td className="py-1 pr-3">{texts.total}</td>
            <td />
            <td className="whitespace-nowrap py-1 text-right">
              <BytesFigure name={texts.totalFigure} bytes={plan.totalCacheBytes} />
            </td>
          </tr>
        </tbody>
      </table>
      {windowed && <p className="mt-1.5 text-[12px] text-faint leading-snug">{texts.windowCells(windowed)}</p>}
      {wrong.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 text-[13px] text-soft">{texts.wrongTitle}</h3>
          <ul aria-label={texts.wrongList} className="text-[13px]">
            {wrong.map(({ mistake, bytes, factor }) => (
              <li key={mistake.id} className="flex items-baseline gap-3 border-line border-b py-1 last:border-0">
                <span className="min-w-0 flex-1">{texts.mistake(mistake)}</span>
                <span className="whitespace-nowrap text-soft">
                  <BytesFigure name={texts.mistake(mistake)} bytes={bytes} />
                </span>
                <span className="w-32 shrink-0 whitespace-nowrap text-right text-warning">{texts.factor(factor)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <details className="mt-3 text-[13px]">
        <summary className="cursor-pointer text-soft">{texts.publishedTitle}</summary>
        <dl aria-label={texts.publishedList} className="mt-1">
          {Object.entries(publishedFigures()).map(([id, { said, arithmetic }]) => (
            <div key={id} className="border-line border-b py-1 last:border-0">
              <dt>{texts.quoted(said)}</dt>
              <dd className="text-soft leading-snug">{arithmetic}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Section>
  )
})
