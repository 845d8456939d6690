import { Tabs } from '@base-ui/react/tabs'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../app/use-app'
import { Choice } from '../ui/choice'
import { OtherSource } from './other-source'
import { modelChoice, type PlanChoice, presetChoice } from './plan-choice'
import { choose, plannerStore } from './planner-store'
import { presets } from './presets'

const tab =
  'h-8 flex-1 rounded-md text-[13px] text-soft hover:text-ink data-[active]:bg-raised data-[active]:font-medium data-[active]:text-ink data-[active]:shadow-[0_0_0_1px_var(--line)]'

type Source = 'models' | 'presets' | 'other'

/** Who comes back to the planner finds it as it was left. */
const sourceOf = (choice: PlanChoice | null): Source =>
  choice === null || choice.kind === 'model' ? 'models' : choice.kind === 'preset' ? 'presets' : 'other'

/** Where the model comes from: the library, a list of well-known ones, or anything else. */
export function SourcePicker() {
  const models = useApp((state) => state.models)
  const choice = useStore(plannerStore, (state) => state.choice)
  const [source, setSource] = useState(() => sourceOf(choice))
  const preset = choice?.kind === 'preset' ? presets.find(({ id }) => id === choice.presetId) : undefined
  return (
    <Tabs.Root value={source} onValueChange={(value) => setSource(value as Source)}>
      <Tabs.List aria-label="Source of the model" className="mb-2 flex gap-0.5 rounded-lg bg-sunken p-0.5">
        <Tabs.Tab value="models" className={tab}>
          Library
        </Tabs.Tab>
        <Tabs.Tab value="presets" className={tab}>
          Presets
        </Tabs.Tab>
        <Tabs.Tab value="other" className={tab}>
          Other
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="models">
        <Choice
          label="Model of the library"
          value={choice?.kind === 'model' ? choice.modelId : ''}
          placeholder="Choose a model"
          options={models.map(({ id, name, missing }) => ({
            value: id,
            label: name,
            refused: missing ? 'Its file is no longer where it was.' : undefined,
          }))}
          onChange={(id) => {
            const file = models.find((model) => model.id === id)
            if (file) void choose(modelChoice(file))
          }}
        />
      </Tabs.Panel>
      <Tabs.Panel value="presets">
        <Choice
          label="Preset"
          value={preset?.id ?? ''}
          placeholder="Choose a well-known model"
          options={presets.map(({ id, name, note }) => ({ value: id, label: name, note }))}
          onChange={(id) => {
            const found = presets.find((candidate) => candidate.id === id)
            if (found) void choose(presetChoice(found))
          }}
        />
      </Tabs.Panel>
      <Tabs.Panel value="other">
        <OtherSource />
      </Tabs.Panel>
    </Tabs.Root>
  )
}
