import { memo, useMemo } from 'react'
import type { CachePlan } from '../../../core/kv/cache-plan'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { BytesFigure } from '../../ui/bytes-figure'
import { Section } from '../../ui/section'
import { layerKinds } from '../plan/layer-kinds'
import { memoryClasses } from '../plan/memory-classes'
import type { PlannerSettings } from '../plan/planner-settings'
import { factorText } from './factor-text'
import { formulaTerms, termText } from './formula'
import { publishedFigures } from './published-figures'
import { wrongFormulas } from './wrong-formulas'

export interface FormulaSectionProps {
  readonly subject: PlanSubject
  readonly plan: CachePlan
  readonly settings: PlannerSettings
}

export const FormulaSection = memo(function FormulaSection({ subject, plan, settings }: FormulaSectionProps) {
  const terms = useMemo(() => formulaTerms(subject.shape, plan, settings), [subject, plan, settings])
  const wrong = useMemo(() => wrongFormulas(subject, plan, settings), [subject, plan, settings])
  return (
    <Section title="The formula" note={memoryClasses[plan.memoryClass].formula}>
      <table className="w-full text-[13px]">
        <tbody>
          {terms.map((term) => (
            <tr key={termText(term)} className="border-line border-b">
              <td className="py-1 pr-3 align-top">
                <span className="flex items-center gap-1.5 text-soft">
                  <span aria-hidden className="size-2.5 shrink-0 rounded-[2px]" style={{ backgroundColor: layerKinds[term.kind].colour }} />
                  {layerKinds[term.kind].name}
                </span>
              </td>
              <td className="py-1 pr-3 align-top font-mono text-[12px] leading-5">{termText(term)}</td>
              <td className="whitespace-nowrap py-1 text-right align-top">
                <BytesFigure name={`${layerKinds[term.kind].name}, term`} bytes={term.bytes} />
              </td>
            </tr>
          ))}
          <tr className="font-medium">
            <td className="py-1 pr-3">Together</td>
            <td />
            <td className="whitespace-nowrap py-1 text-right">
              <BytesFigure name="Formula" bytes={plan.totalCacheBytes} />
            </td>
          </tr>
        </tbody>
      </table>
      {wrong.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 text-[13px] text-soft">What other formulas say of this model and these settings</h3>
          <ul aria-label="Wrong formulas" className="text-[13px]">
            {wrong.map(({ id, mistake, bytes, factor }) => (
              <li key={id} className="flex items-baseline gap-3 border-line border-b py-1 last:border-0">
                <span className="min-w-0 flex-1">{mistake}</span>
                <span className="whitespace-nowrap text-soft">
                  <BytesFigure name={mistake} bytes={bytes} />
                </span>
                <span className="w-32 shrink-0 whitespace-nowrap text-right text-warning">{factorText(factor)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <details className="mt-3 text-[13px]">
        <summary className="cursor-pointer text-soft">Published figures that do not add up</summary>
        <dl aria-label="Published figures" className="mt-1">
          {publishedFigures.map(({ said, arithmetic }) => (
            <div key={said} className="border-line border-b py-1 last:border-0">
              <dt>“{said}”</dt>
              <dd className="text-soft leading-snug">{arithmetic}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Section>
  )
})
