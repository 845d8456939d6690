import { useState } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { useApp } from '../client/use-app'
import { Choice } from '../ui/controls/choice'
import { TabList, TabPanel, Tabs } from '../ui/controls/tabs'
import { OtherSource } from './other-source'
import { modelChoice, type PlanChoice, presetChoice } from './plan/plan-choice'
import { choose, plannerStore } from './plan/planner-store'
import { presets } from './plan/presets'

const sources = ['models', 'presets', 'other'] as const
type Source = (typeof sources)[number]

const sourceOf = (choice: PlanChoice | null): Source =>
  choice === null || choice.kind === 'model' ? 'models' : choice.kind === 'preset' ? 'presets' : 'other'

export function SourcePicker() {
  const models = useApp((state) => state.models)
  const choice = useStore(plannerStore, (state) => state.choice)
  const [source, setSource] = useState(() => sourceOf(choice))
  const preset = choice?.kind === 'preset' ? presets.find(({ id }) => id === choice.presetId) : undefined
  const texts = copy.planner.sources
  return (
    <Tabs value={source} onChange={setSource}>
      <div className="mb-2">
        <TabList look="wide pills" label={texts.label} tabs={sources.map((name) => ({ name, label: texts.tabs[name] }))} />
      </div>
      <TabPanel of="models">
        <Choice
          label={texts.model.label}
          value={choice?.kind === 'model' ? choice.modelId : ''}
          placeholder={texts.model.placeholder}
          options={models.map(({ id, name, missing }) => ({
            value: id,
            label: name,
            refused: missing ? texts.model.missing : undefined,
          }))}
          onChange={(id) => {
            const file = models.find((model) => model.id === id)
            if (file) void choose(modelChoice(file))
          }}
        />
      </TabPanel>
      <TabPanel of="presets">
        <Choice
          label={texts.preset.label}
          value={preset?.id ?? ''}
          placeholder={texts.preset.placeholder}
          options={presets.map(({ id, name }) => ({ value: id, label: name, note: copy.planner.presetNotes[id] }))}
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
