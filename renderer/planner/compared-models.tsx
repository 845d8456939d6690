import { useStore } from 'zustand'
import { useApp } from '../app/use-app'
import { Choice } from '../ui/choice'
import { modelChoice, presetChoice } from './plan-choice'
import { compare, mostCompared, plannerStore } from './planner-store'
import { presets } from './presets'

/** Adds a model of the library or a preset to the chart. */
export function ComparedModels() {
  const models = useApp((state) => state.models)
  const compared = useStore(plannerStore, (state) => state.compared)
  if (compared.length >= mostCompared) return <p className="mt-2 text-[12px] text-faint">Four lines are as many as can be told apart.</p>
  const choices = [
    ...models.filter(({ missing }) => !missing).map((file) => ({ value: `model ${file.id}`, choice: modelChoice(file) })),
    ...presets.map((preset) => ({ value: `preset ${preset.id}`, choice: presetChoice(preset) })),
  ]
  return (
    <div className="mt-2 w-64">
      <Choice
        label="Compare with"
        value=""
        placeholder="Compare with…"
        options={choices.map(({ value, choice }) => ({ value, label: choice.name }))}
        onChange={(value) => {
          const found = choices.find((one) => one.value === value)
          if (found) void compare(found.choice)
        }}
      />
    </div>
  )
}
