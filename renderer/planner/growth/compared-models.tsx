import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { FailureAlert } from '../../ui/alert'
import { Choice } from '../../ui/controls/choice'
import { modelChoice, presetChoice } from '../plan/plan-choice'
import { compare, dismissComparisonTrouble, mostCompared, plannerStore } from '../plan/planner-store'
import { presets } from '../plan/presets'

export function ComparedModels() {
  const models = useApp((state) => state.models)
  const compared = useStore(plannerStore, (state) => state.compared)
  const trouble = useStore(plannerStore, (state) => state.comparisonTrouble)
  const texts = copy.planner.growth
  if (compared.length >= mostCompared) return <p className="mt-2 text-[12px] text-faint">{texts.full}</p>
  const choices = [
    ...models.filter(({ missing }) => !missing).map((file) => ({ value: `model ${file.id}`, choice: modelChoice(file) })),
    ...presets.map((preset) => ({ value: `preset ${preset.id}`, choice: presetChoice(preset) })),
  ]
  return (
    <div className="mt-2 flex flex-col gap-2">
      {trouble && <FailureAlert failure={trouble} onDismiss={dismissComparisonTrouble} />}
      <div className="w-64">
        <Choice
          label={texts.compare}
          value=""
          placeholder={texts.comparePlaceholder}
          options={choices.map(({ value, choice }) => ({ value, label: choice.name }))}
          onChange={(value) => {
            const found = choices.find((one) => one.value === value)
            if (found) void compare(found.choice)
          }}
        />
      </div>
    </div>
  )
}
