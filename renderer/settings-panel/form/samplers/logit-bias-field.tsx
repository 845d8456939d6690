import { useState } from 'react'
import type { LogitBias } from '../../../../core/contract/settings/sampling'
import { copy } from '../../../../core/copy/copy'
import { biasLines, readBiasLines } from '../../../../core/sampling/logit-bias-lines'
import { biasProblem } from '../../../settings/number-fields'
import { SettingReset } from '../../../settings/setting-reset'
import { LinesArea } from './text-lines'

export interface LogitBiasFieldProps {
  readonly value: readonly LogitBias[]
  readonly typed: string | undefined
  readonly onChange: (value: LogitBias[]) => void
  readonly onTyped: (text: string | null) => void
}

export function LogitBiasField({ value, typed, onChange, onTyped }: LogitBiasFieldProps) {
  const [live, setLive] = useState('')
  const { name, explanation } = copy.settings.fields.logitBias
  const isTheirs = JSON.stringify(biasesIn(live)) === JSON.stringify(value)
  const take = (text: string) => {
    setLive(text)
    const read = readBiasLines(text)
    onTyped(read.ok ? null : text)
    if (read.ok) onChange(read.value)
  }
  return (
    <LinesArea
      name={name}
      explanation={explanation}
      mark={<SettingReset of="logitBias" />}
      text={typed ?? (isTheirs ? live : biasLines(value))}
      problem={biasProblem(typed)}
      onText={take}
    />
  )
}

function biasesIn(text: string): LogitBias[] | undefined {
  const read = readBiasLines(text)
  return read.ok ? read.value : undefined
}
