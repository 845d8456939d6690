import { memo, useMemo } from 'react'
import { kvTypes } from '../../core/contract/settings/kv-types'
import { copy } from '../../core/copy/copy'
import { planCache } from '../../core/kv/plan-cache'
import { billAnswers } from '../../core/plan/bill-answers'
import type { PlanMachine } from '../../core/plan/machines/machine'
import type { PlanSubject } from '../../core/plan/plan-subject'
import { formatShort } from '../../core/text/number-language'
import { bitsOf } from '../settings/kv-type-choices'
import { BytesFigure, CountFigure } from '../ui/bytes-figure'
import { Section } from '../ui/section'
import { billSettings, type PlannerSettings } from './plan/planner-settings'

export interface CacheTypesProps {
  readonly subject: PlanSubject
  readonly settings: PlannerSettings
  readonly room: PlanMachine | null
  readonly gpuLayers: number
}

export const CacheTypes = memo(function CacheTypes({ subject, settings, room, gpuLayers }: CacheTypesProps) {
  const plans = useMemo(() => {
    const { largestContexts } = billAnswers(subject, billSettings(subject.shape, settings), room, gpuLayers)
    return kvTypes.map((type) => ({
      type,
      plan: planCache(subject.shape, billSettings(subject.shape, { ...settings, keyType: type, valueType: type })),
      largest: largestContexts.find((one) => one.type === type)?.contextTokens,
    }))
  }, [subject, settings, room, gpuLayers])
  const { title, note, columns, set, cacheAs, largestAs, none, unit } = copy.planner.cacheTypes
  return (
    <Section title={title} note={note}>
      <table className="w-full text-[13px]">
        <thead>
          <tr className="border-line border-b text-left text-soft">
            <th scope="col" className="py-1 pr-3 font-normal">
              {columns.type}
            </th>
            <th scope="col" className="py-1 pr-3 text-right font-normal">
              {columns.bits}
            </th>
            <th scope="col" className="py-1 pr-3 text-right font-normal">
              {columns.cache}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {columns.largest}
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map(({ type, plan, largest }) => {
            const isSet = type === settings.keyType && type === settings.valueType
            return (
              <tr key={type} className={`border-line border-b last:border-0 ${isSet ? 'font-medium' : ''}`}>
                <th scope="row" className={`py-0.5 pr-3 text-left ${isSet ? 'font-medium' : 'font-normal'}`}>
                  {type}
                  {isSet && <span className="ml-2 rounded bg-accent-soft px-1.5 text-[12px] text-accent">{set}</span>}
                </th>
                <td className="py-0.5 pr-3 text-right">{formatShort(bitsOf(type), 2)}</td>
                {plan.refused ? (
                  <td colSpan={2} className="py-0.5 text-right text-faint">
                    {copy.reasons.settingsRefusal(plan.refused.reason)}
                  </td>
                ) : (
                  <>
                    <td className="py-0.5 pr-3 text-right">
                      <BytesFigure name={cacheAs(type)} bytes={plan.totalCacheBytes} />
                    </td>
                    <td className="py-0.5 text-right">
                      {largest === undefined ? (
                        '–'
                      ) : largest === 0 ? (
                        none
                      ) : (
                        <CountFigure name={largestAs(type)} count={largest} unit={unit} />
                      )}
                    </td>
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
})
