import { useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { planFleet } from '../../../core/fleet/plan-fleet'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import type { FileType } from '../../../core/plan/weights/file-types'
import { Button } from '../../ui/controls/button'
import { Section } from '../../ui/section'
import { FleetAnswers } from './fleet-answers'
import { FleetControls } from './fleet-controls'
import { chosenFleet, engineLimits, fleetOf } from './fleet-settings'
import { fleetStore, openFleet } from './fleet-store'

export interface FleetSectionProps {
  /** Without estimated weights. */
  readonly subject: PlanSubject
  readonly fileType: FileType
}

export function FleetSection({ subject, fileType }: FleetSectionProps) {
  const isOpen = useStore(fleetStore, (state) => state.isOpen)
  const texts = copy.planner.fleet
  return (
    <Section title={texts.title} note={texts.note}>
      {isOpen ? <OpenFleet subject={subject} fileType={fileType} /> : <Button onClick={openFleet}>{texts.open}</Button>}
    </Section>
  )
}

function OpenFleet({ subject, fileType }: FleetSectionProps) {
  const settings = useStore(fleetStore, (state) => state.settings)
  const chosen = useMemo(() => chosenFleet(settings, subject, fileType), [settings, subject, fileType])
  const asked = useDeferredValue(chosen)
  const fleet = useMemo(() => fleetOf(asked, subject, fileType), [asked, subject, fileType])
  const plan = useMemo(() => planFleet(subject, fleet), [subject, fleet])
  return (
    <div className="flex flex-col gap-3">
      <FleetControls
        settings={chosen}
        limits={engineLimits(asked, fleet.choice)}
        hasOwnWeights={subject.weights !== null}
        trainedTokens={subject.shape.trainedTokens}
      />
      {plan ? (
        <FleetAnswers plan={plan} workload={fleet.workload} itlLimitMs={asked.itlLimitMs} />
      ) : (
        <p className="text-[13px] text-soft">{copy.planner.fleet.unknownWeights}</p>
      )}
    </div>
  )
}
