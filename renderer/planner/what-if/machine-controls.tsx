import { useId, useState } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { machinePresets } from '../../../core/plan/machines/machine-presets'
import { machineWith, type WhatIfMachine } from '../../../core/plan/machines/what-if-machine'
import { Choice } from '../../ui/controls/choice'
import { Explained } from '../../ui/explained'
import { Problem } from '../../ui/fields/form-field'
import { NumberInput } from '../../ui/fields/number-input'
import { SettingRow } from '../../ui/fields/setting-row'
import { plannerStore, setWhatIf } from '../plan/planner-store'
import { gibibytesText, readGibibytes } from './gibibytes'

const gib = 2 ** 30
const range = { least: 0, most: 2 ** 20, fractions: true }
const usualRam = 32 * gib

export function MachineControls() {
  const chosen = useStore(plannerStore, (state) => state.whatIf.machine)
  const here = useStore(plannerStore, (state) => state.machine?.ram.totalBytes)
  const texts = copy.planner.whatIf.machine
  const preset = chosen && machinePresets.find((one) => isOf(chosen, machineWith(one, chosen.ramBytes)))
  const value = chosen ? (preset?.id ?? 'other') : 'here'
  const choose = (id: string) => {
    const found = machinePresets.find((one) => one.id === id)
    const ramBytes = chosen?.ramBytes ?? here ?? usualRam
    if (id === 'here') setWhatIf({ machine: null })
    else setWhatIf({ machine: found ? machineWith(found, ramBytes) : (chosen ?? { ramBytes, vramBytes: [], bandwidth: null }) })
  }
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-col gap-1 py-1">
        <Explained by={texts.meaning} className="self-start text-soft">
          {texts.name}
        </Explained>
        <Choice
          label={texts.label}
          value={value}
          options={[
            { value: 'here', label: texts.here },
            ...machinePresets.map(({ id, name, memory, gibibytes, gigabytesPerSecond }) => ({
              value: id,
              label: name,
              note: texts.memory(memory, gibibytes, gigabytesPerSecond),
            })),
            { value: 'other', label: texts.other },
          ]}
          onChange={choose}
        />
      </div>
      {chosen && <MachineFields key={value} machine={chosen} />}
      {preset && (
        <p className="text-[12px] text-faint [overflow-wrap:anywhere]">
          {texts.source}
          <span className="select-all">{preset.source}</span>
        </p>
      )}
    </div>
  )
}

const isOf = (a: WhatIfMachine, b: WhatIfMachine): boolean => JSON.stringify(a) === JSON.stringify(b)

function MachineFields({ machine }: { readonly machine: WhatIfMachine }) {
  const texts = copy.planner.whatIf.machine
  const change = (part: Partial<WhatIfMachine>) => setWhatIf({ machine: { ...machine, ...part } })
  return (
    <>
      <SettingRow name={texts.ram.name} explanation={texts.ram.meaning}>
        <div>
          <NumberInput
            label={texts.ram.label}
            value={machine.ramBytes / gib}
            range={range}
            onChange={(value) => value !== null && change({ ramBytes: value * gib })}
          />
        </div>
      </SettingRow>
      <VramField machine={machine} onChange={(vramBytes) => change({ vramBytes })} />
      <SettingRow name={texts.bandwidth.name} explanation={texts.bandwidth.meaning}>
        <div>
          <NumberInput
            label={texts.bandwidth.label}
            value={machine.bandwidth === null ? null : machine.bandwidth / 1e9}
            range={range}
            placeholder={texts.bandwidth.placeholder}
            onChange={(value) => change({ bandwidth: value ? value * 1e9 : null })}
          />
        </div>
      </SettingRow>
    </>
  )
}

interface VramFieldProps {
  readonly machine: WhatIfMachine
  readonly onChange: (vramBytes: readonly number[]) => void
}

function VramField({ machine, onChange }: VramFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const texts = copy.planner.whatIf.machine.vram
  const isWrong = typed !== null && readGibibytes(typed) === null
  return (
    <div className="py-1">
      <div className="grid grid-cols-[minmax(0,1fr)_8.25rem] items-center gap-3">
        <Explained by={texts.meaning} className="justify-self-start text-soft">
          {texts.name}
        </Explained>
        <input
          aria-label={texts.label}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? id : undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder={texts.placeholder}
          value={typed ?? gibibytesText(machine.vramBytes)}
          onChange={({ target: { value } }) => {
            setTyped(value)
            const read = readGibibytes(value)
            if (read) onChange(read)
          }}
          onBlur={() => !isWrong && setTyped(null)}
          className={`h-8 w-full rounded-md border bg-raised px-2.5 text-[13px] placeholder:text-faint ${isWrong ? 'border-danger' : 'border-line-strong'}`}
        />
      </div>
      <Problem id={id} text={isWrong ? texts.problem : undefined} />
    </div>
  )
}
