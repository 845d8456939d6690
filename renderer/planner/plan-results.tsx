import { useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'
import { planMachineOf } from '../../core/plan/machines/what-if-machine'
import type { PlanSubject } from '../../core/plan/plan-subject'
import { isChanged } from '../../core/plan/what-if/changed-shape'
import { FailureAlert } from '../ui/alert'
import { CacheTypes } from './cache-types'
import { FleetSection } from './fleet/fleet-section'
import { FormulaSection } from './formula/formula-section'
import { FreeMemory } from './free-memory'
import { GrowthSection } from './growth/growth-section'
import { PerTokenSection } from './growth/per-token-chart'
import { Headline } from './headline'
import { layerRows } from './layers/layer-rows'
import { LayerStrip } from './layers/layer-strip'
import { LayerTable } from './layers/layer-table'
import { MemoryBarView } from './memory-bar-view'
import { plannedView } from './plan/planned-view'
import { plannerStore } from './plan/planner-store'
import { whatIfSubject } from './plan/what-if'
import { SubjectTitle } from './subject-title'
import { DecodeSection } from './what-if/decode-section'
import { FitSection } from './what-if/fit-section'

export function PlanResults({ subject }: { readonly subject: PlanSubject }) {
  const settings = useStore(plannerStore, (state) => state.settings)
  const fileType = useStore(plannerStore, (state) => state.fileType)
  const measured = useStore(plannerStore, (state) => state.machine)
  const whatIf = useStore(plannerStore, (state) => state.whatIf)
  const unread = useStore(plannerStore, (state) => state.unread)
  const imagined = useMemo(() => whatIf.machine && planMachineOf(whatIf.machine), [whatIf.machine])
  const machine = imagined ?? measured
  const changed = useMemo(() => whatIfSubject(subject, whatIf), [subject, whatIf])
  const view = useMemo(() => plannedView(changed, settings, fileType, machine), [changed, settings, fileType, machine])
  const { plan, gpuLayers } = view.bill
  const rows = useMemo(() => layerRows(plan), [plan])
  const isTooLarge = (view.spareBytes ?? 0) < 0
  const question = useMemo(
    () =>
      isTooLarge && machine
        ? { subject: changed, settings: { ...settings, contextTokens: view.contextTokens, gpuLayers }, fileType, machine }
        : null,
    [isTooLarge, machine, changed, settings, view.contextTokens, gpuLayers, fileType],
  )
  const later = useDeferredValue(
    useMemo(
      () => ({ changed, subject: view.subject, settings, plan, rows, machine, gpuLayers }),
      [changed, settings, plan, rows, machine, gpuLayers, view],
    ),
  )
  return (
    <>
      <SubjectTitle subject={view.subject} plan={plan} isChanged={isChanged(subject, whatIf.shape)} />
      {plan.refused ? (
        <>
          <FailureAlert failure={{ code: 'settings-refused', facts: { reason: plan.refused.reason } }} />
          <CacheTypes subject={later.subject} settings={later.settings} room={later.machine} gpuLayers={later.gpuLayers} />
        </>
      ) : (
        <>
          <Headline view={view} trainedTokens={subject.shape.trainedTokens} unread={unread} />
          {!imagined && measured && <FreeMemory machine={measured} />}
          {view.bars.map((bar) => (
            <MemoryBarView key={bar.location} bar={bar} isAlone={view.bars.length === 1} isWhatIf={whatIf.machine !== null} />
          ))}
          {question && <FitSection question={question} />}
          {whatIf.machine?.bandwidth && <DecodeSection subject={view.subject} plan={plan} bandwidth={whatIf.machine.bandwidth} />}
          <LayerStrip rows={rows} />
          <GrowthSection subject={later.subject} settings={later.settings} />
          <CacheTypes subject={later.subject} settings={later.settings} room={later.machine} gpuLayers={later.gpuLayers} />
          <PerTokenSection subject={later.changed} />
          <FleetSection subject={changed} fileType={fileType} />
          <FormulaSection subject={later.subject} plan={later.plan} settings={later.settings} />
          <LayerTable rows={later.rows} name={later.subject.name} />
        </>
      )}
    </>
  )
}
