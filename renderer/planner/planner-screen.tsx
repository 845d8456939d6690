import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { useApp } from '../client/use-app'
import { FailureAlert } from '../ui/alert'
import { FigureTips } from '../ui/figure'
import { dismissTrouble, follow, plannerStore } from './plan/planner-store'
import { PlanControls } from './plan-controls'
import { PlanResults } from './plan-results'
import { SourcePicker } from './source-picker'

export function PlannerScreen() {
  const model = useApp((state) => state.app?.model)
  const models = useApp((state) => state.models)
  const subject = useStore(plannerStore, (state) => state.subject)
  const reading = useStore(plannerStore, (state) => state.reading)
  // The state changes with every chat message, but the planner depends only on models and settings.
  const followed = JSON.stringify([model?.status, model && 'file' in model ? [model.file?.id, model.settings] : null, models.length])
  useEffect(() => void follow(model), [followed])
  const texts = copy.planner
  return (
    <div className="flex min-h-0 flex-1 @max-[42rem]:flex-col @max-[42rem]:overflow-y-auto">
      <section
        aria-label={texts.choices}
        className="w-72 shrink-0 overflow-y-auto border-line border-r px-4 py-4 @max-[42rem]:w-full @max-[62.5rem]:w-60 @max-[42rem]:overflow-visible @max-[42rem]:border-r-0 @max-[42rem]:border-b @max-[62.5rem]:px-3"
      >
        <h1 className="font-semibold text-xl">{texts.title}</h1>
        <p className="mb-3 text-[13px] text-soft leading-snug">{texts.purpose}</p>
        <SourcePicker />
        <Reading />
        {subject && <PlanControls subject={subject} />}
      </section>
      <section
        aria-label={texts.plan}
        className="min-w-0 flex-1 overflow-y-auto px-5 py-4 @max-[42rem]:flex-none @max-[42rem]:overflow-visible @max-[62.5rem]:px-4"
      >
        <div className="mx-auto flex max-w-4xl flex-col gap-4">
          {subject ? (
            <PlanResults subject={subject} />
          ) : (
            reading === null && <p className="py-16 text-center text-[13px] text-faint">{texts.empty}</p>
          )}
        </div>
      </section>
      <FigureTips />
    </div>
  )
}

function Reading() {
  const reading = useStore(plannerStore, (state) => state.reading)
  const trouble = useStore(plannerStore, (state) => state.trouble)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (trouble) box.current?.scrollIntoView({ block: 'nearest' })
  }, [trouble])
  return (
    <div ref={box} className="mt-2 empty:hidden">
      {trouble && <FailureAlert failure={trouble} onDismiss={dismissTrouble} />}
      {reading !== null && (
        <p role="status" className="truncate text-[13px] text-soft">
          {copy.planner.reading(reading)}
        </p>
      )}
    </div>
  )
}
