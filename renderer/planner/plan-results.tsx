import { useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'
import type { PlanSubject } from '../../core/plan/plan-subject'
import { FailureAlert } from '../ui/alert'
import { CacheTypes } from './cache-types'
import { FormulaSection } from './formula/formula-section'
import { GrowthSection } from './growth/growth-section'
import { Headline } from './headline'
import { layerRows } from './layers/layer-rows'
import { LayerStrip } from './layers/layer-strip'
import { LayerTable } from './layers/layer-table'
import { MemoryBarView } from './memory-bar-view'
import { plannedView } from './plan/planned-view'
import { plannerStore } from './plan/planner-store'
import { SubjectTitle } from './subject-title'

/** Chart, formulas and table may render after the headline. */
export function PlanResults({ subject }: { readonly subject: PlanSubject }) {
  const settings = useStore(plannerStore, (state) => state.settings)
  const weightType = useStore(plannerStore, (state) => state.weightType)
  const machine = useStore(plannerStore, (state) => state.machine)
  const unread = useStore(plannerStore, (state) => state.unread)
  const view = useMemo(() => plannedView(subject, settings, weightType, machine), [subject, settings, weightType, machine])
  const { plan } = view.bill
  const rows = useMemo(() => layerRows(plan), [plan])
  const later = useDeferredValue(
    useMemo(
      () => ({ subject, settings, plan, rows, room: view.room, gpuLayers: view.bill.gpuLayers }),
      [subject, settings, plan, rows, view],
    ),
  )
  return (
    <>
      <SubjectTitle subject={subject} plan={plan} />
      {plan.refused ? (
        <>
          <FailureAlert failure={{ code: 'settings-refused', facts: { reason: plan.refused.reason } }} />
          <CacheTypes subject={later.subject} settings={later.settings} room={later.room} gpuLayers={later.gpuLayers} />
        </>
      ) : (
        <>
          <Headline view={view} trainedTokens={subject.shape.trainedTokens} unread={unread} />
          {view.bars.map((bar) => (
            <MemoryBarView key={bar.location} bar={bar} isAlone={view.bars.length === 1} />
          ))}
          <LayerStrip rows={rows} />
          <GrowthSection subject={later.subject} settings={later.settings} />
          <CacheTypes subject={later.subject} settings={later.settings} room={later.room} gpuLayers={later.gpuLayers} />
          <FormulaSection subject={later.subject} plan={later.plan} settings={later.settings} />
          <LayerTable rows={later.rows} name={later.subject.name} />
        </>
      )}
    </>
  )
}
