import { useStore } from 'zustand'
import type { CachePlan } from '../../core/kv/cache-plan'
import { installedRelease } from '../../core/kv/shape/release'
import type { PlanSubject } from '../../core/plan/plan-subject'
import { formatCount } from '../../core/text/amounts'
import { Explained } from '../ui/explained'
import { memoryClasses } from './plan/memory-classes'
import { plannerStore } from './plan/planner-store'
import { presetOf } from './plan/presets'

export function SubjectTitle({ subject, plan }: { readonly subject: PlanSubject; readonly plan: CachePlan }) {
  const choice = useStore(plannerStore, (state) => state.choice)
  const preset = choice?.kind === 'preset' ? presetOf(choice.presetId) : undefined
  const { shape } = subject
  const facts = [
    subject.architecture,
    plan.refused ? undefined : memoryClasses[plan.memoryClass].name.toLowerCase(),
    `${shape.layers} layers`,
    shape.trainedTokens > 0 ? `trained for ${formatCount(shape.trainedTokens)} tokens` : undefined,
  ].filter(Boolean)
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="line-clamp-2 min-w-0 font-semibold text-lg [overflow-wrap:anywhere]" title={subject.name}>
          {subject.name}
        </h2>
        {plan.assumed && (
          <Explained
            by={`llama.cpp v${installedRelease} does not know the architecture "${subject.architecture}". The plan follows the general rule, which may not be what a later release does.`}
            className="rounded bg-warning-soft px-1.5 py-0.5 text-[12px] text-warning"
          >
            assumed
          </Explained>
        )}
      </div>
      <p className="text-[13px] text-soft">{facts.join(' · ')}</p>
      {preset && (
        <p className="text-[12px] text-faint [overflow-wrap:anywhere]">
          {preset.note}. Shape: <span className="select-all">{preset.source}</span>
        </p>
      )}
    </header>
  )
}
