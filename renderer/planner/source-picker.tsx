import { useState } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../client/use-app'
import { Choice } from '../ui/controls/choice'
import { TabList, TabPanel, Tabs } from '../ui/controls/tabs'
import { OtherSource } from './other-source'
import { modelChoice, type PlanChoice, presetChoice } from './plan/plan-choice'
import { choose, plannerStore } from './plan/planner-store'
import { presets } from './plan/presets'

const sources = [
  { name: 'models', label: 'Library' },
  { name: 'presets', label: 'Presets' },
  { name: 'other', label: 'Other' },
] as const
type Source = (typeof sources)[number]['name']

/** Restores the tab when the user returns to the planner. */
const sourceOf = (choice: PlanChoice | null): Source =>
  choice === null || choice.kind === 'model' ? 'models' : choice.kind === 'preset' ? 'presets' : 'other'

/** The source of the model: library, presets, or anything else. */
export function SourcePicker() {
  const models = useApp((state) => state.models)
  const choice = useStore(plannerStore, (state) => state.choice)
  const [source, setSource] = useState(() => sourceOf(choice))
  const preset = choice?.kind === 'preset' ? presets.find(({ id }) => id === choice.presetId) : undefined
  return (
    <Tabs value={source} onChange={setSource}>
      <div className="mb-2">
        <TabList look="wide pills" label="Source of the model" tabs={sources} />
      </div>
      <TabPanel of="models">
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
      </TabPanel>
      <TabPanel of="presets">
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
      </TabPanel>
      <TabPanel of="other">
        <OtherSource />
      </TabPanel>
    </Tabs>
  )
}
