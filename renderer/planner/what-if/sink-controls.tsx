import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { defaultSinkWindow } from '../../../core/plan/what-if/sink-window'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { Explained } from '../../ui/explained'
import { NumberInput } from '../../ui/fields/number-input'
import { plannerStore, setWhatIf } from '../plan/planner-store'

const range = { least: 0, most: 1_048_576 }

export function SinkControls() {
  const sinks = useStore(plannerStore, (state) => state.whatIf.sinks)
  const texts = copy.planner.whatIf.sinks
  return (
    <div>
      <div className="flex items-center justify-between gap-3 py-1">
        <Explained by={texts.meaning} className="text-soft">
          {texts.name}
        </Explained>
        <ToggleSwitch
          label={texts.name}
          checked={sinks !== null}
          onChange={(isOn) => setWhatIf({ sinks: isOn ? defaultSinkWindow : null })}
        />
      </div>
      {sinks && (
        <div className="grid grid-cols-2 gap-2 pb-1">
          {(['sinkTokens', 'windowTokens'] as const).map((field) => (
            <div key={field}>
              <span className="text-[12px] text-faint">{field === 'sinkTokens' ? texts.sinkName : texts.windowName}</span>
              <NumberInput
                label={texts[field]}
                value={sinks[field]}
                range={range}
                onChange={(value) => value !== null && setWhatIf({ sinks: { ...sinks, [field]: value } })}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
