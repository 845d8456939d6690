import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import type { CachePlan } from '../../core/kv/cache-plan'
import { installedRelease } from '../../core/kv/shape/release'
import type { PlanSubject } from '../../core/plan/plan-subject'
import { Explained } from '../ui/explained'
import { plannerStore } from './plan/planner-store'
import { presetOf } from './plan/presets'

export interface SubjectTitleProps {
  readonly subject: PlanSubject
  readonly plan: CachePlan
  readonly isChanged: boolean
}

export function SubjectTitle({ subject, plan, isChanged }: SubjectTitleProps) {
  const choice = useStore(plannerStore, (state) => state.choice)
  const preset = choice?.kind === 'preset' ? presetOf(choice.presetId) : undefined
  const { shape } = subject
  const texts = copy.planner.subject
  const memoryClass = plan.refused ? undefined : copy.planner.memoryClasses[plan.memoryClass].name
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="line-clamp-2 min-w-0 font-semibold text-lg [overflow-wrap:anywhere]" title={subject.name}>
          {subject.name}
        </h2>
        {isChanged && (
          <Explained
            by={copy.planner.whatIf.shape.changedMeaning}
            className="rounded bg-warning-soft px-1.5 py-0.5 text-[12px] text-warning"
          >
            {copy.planner.whatIf.shape.changed}
          </Explained>
        )}
        {plan.assumed && (
          <Explained
            by={texts.assumedMeaning(installedRelease, subject.architecture)}
            className="rounded bg-warning-soft px-1.5 py-0.5 text-[12px] text-warning"
          >
            {texts.assumed}
          </Explained>
        )}
      </div>
      <p className="text-[13px] text-soft">{texts.facts(subject.architecture, memoryClass, shape.layers, shape.trainedTokens)}</p>
      {preset && (
        <p className="text-[12px] text-faint [overflow-wrap:anywhere]">
          {texts.preset(copy.planner.presetNotes[preset.id])}
          <span className="select-all">{preset.source}</span>
        </p>
      )}
    </header>
  )
}
