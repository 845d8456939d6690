import { memo, useMemo } from 'react'
import { kvTypes } from '../../core/contract/settings/kv-types'
import { planCache } from '../../core/kv/plan-cache'
import { billAnswers } from '../../core/plan/bill-answers'
import type { PlanMachine } from '../../core/plan/machine'
import type { PlanSubject } from '../../core/plan/plan-subject'
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

/** For each type of K and V: its cost now, and the largest context it allows. */
export const CacheTypes = memo(function CacheTypes({ subject, settings, room, gpuLayers }: CacheTypesProps) {
  const plans = useMemo(() => {
    const { largestContexts } = billAnswers(subject, billSettings(subject.shape, settings), room, gpuLayers)
    return kvTypes.map((type) => ({
      type,
      plan: planCache(subject.shape, billSettings(subject.shape, { ...settings, keyType: type, valueType: type })),
      largest: largestContexts.find((one) => one.type === type)?.contextTokens,
    }))
  }, [subject, settings, room, gpuLayers])
  return (
    <Section title="By cache type" note="K and V of one type, everything else as it is set.">
      <table className="w-full text-[13px]">
        <thead>
          <tr className="border-line border-b text-left text-soft">
            <th scope="col" className="py-1 pr-3 font-normal">
              Type
            </th>
            <th scope="col" className="py-1 pr-3 text-right font-normal">
              Bits
            </th>
            <th scope="col" className="py-1 pr-3 text-right font-normal">
              Cache
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Largest context that fits
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
                  {isSet && <span className="ml-2 rounded bg-accent-soft px-1.5 text-[12px] text-accent">set</span>}
                </th>
                <td className="py-0.5 pr-3 text-right">{bitsOf(type)}</td>
                {plan.refused ? (
                  <td colSpan={2} className="py-0.5 text-right text-faint">
                    {plan.refused.message}
                  </td>
                ) : (
                  <>
                    <td className="py-0.5 pr-3 text-right">
                      <BytesFigure name={`Cache as ${type}`} bytes={plan.totalCacheBytes} />
                    </td>
                    <td className="py-0.5 text-right">
                      {largest === undefined ? (
                        '–'
                      ) : largest === 0 ? (
                        'none'
                      ) : (
                        <CountFigure name={`Largest context as ${type}`} count={largest} unit="tokens" />
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
