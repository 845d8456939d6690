import { Fragment, type ReactNode } from 'react'
import type { SamplingSettings } from '../../../../core/contract/settings/sampling'
import { textLimits } from '../../../../core/contract/settings/setting-ranges'
import { copy } from '../../../../core/copy/copy'
import { type Sampler, samplerOrder, samplers } from '../../../../core/sampling/sampler-order'
import { escaped, linesOf, unescaped } from '../../../../core/sampling/typed-lines'
import { type NumberFieldName, numberFields } from '../../../settings/number-fields'
import { NumberSetting } from '../../../settings/number-setting'
import { SettingReset } from '../../../settings/setting-reset'
import { LogitBiasField } from './logit-bias-field'
import { SamplerGroup } from './sampler-group'
import { type NumberName, samplerSteps } from './sampler-steps'
import { TextLines } from './text-lines'

export interface SamplerFieldsProps {
  readonly value: SamplingSettings
  readonly typed: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<SamplingSettings>) => void
  readonly onTyped: (field: NumberFieldName | 'logitBias', text: string | null) => void
}

export function SamplerFields(props: SamplerFieldsProps) {
  return (
    <>
      <p className="mb-1 text-[12px] text-faint leading-snug">{copy.settings.samplers.order}</p>
      <ol>
        {samplers.map((sampler) => (
          <li key={sampler}>
            <SamplerPart {...props} sampler={sampler} />
          </li>
        ))}
      </ol>
    </>
  )
}

function SamplerPart({ sampler, value, typed, onChange, onTyped }: SamplerFieldsProps & { readonly sampler: Sampler }) {
  const { fields, samplers: texts } = copy.settings
  const { temperature } = value
  const hasEffect = sampler === 'temperature' || samplerOrder(temperature).includes(sampler)
  const number = (field: NumberName, placeholder?: string) => (
    <NumberSetting
      field={field}
      value={value[field]}
      typed={typed[field]}
      onTyped={(text) => onTyped(field, text)}
      onChange={(changed) => (changed !== null || numberFields[field].canBeEmpty) && onChange({ [field]: changed })}
      step={samplerSteps[field] ?? 1}
      hint={hasEffect ? undefined : texts.greedy}
      {...(placeholder ? { placeholder } : {})}
    />
  )
  const group = (isOn: boolean, parts: ReactNode, hasProblem = false) => (
    <SamplerGroup name={texts.names[sampler]} isOn={isOn} hasProblem={hasProblem}>
      {parts}
    </SamplerGroup>
  )
  switch (sampler) {
    case 'logitBias':
      return group(
        value.logitBias.length > 0,
        <LogitBiasField
          value={value.logitBias}
          typed={typed.logitBias}
          onChange={(logitBias) => onChange({ logitBias })}
          onTyped={(text) => onTyped('logitBias', text)}
        />,
        typed.logitBias !== undefined,
      )
    case 'penalties':
      return group(
        value.repeatPenaltyTokens > 0 && (value.repeatPenalty !== 1 || value.frequencyPenalty !== 0 || value.presencePenalty !== 0),
        (['repeatPenalty', 'frequencyPenalty', 'presencePenalty', 'repeatPenaltyTokens'] as const).map((field) => (
          <Fragment key={field}>{number(field)}</Fragment>
        )),
      )
    case 'dry':
      return group(
        value.dryMultiplier > 0 && value.dryLastTokens !== 0,
        <>
          {number('dryMultiplier')}
          {number('dryBase')}
          {number('dryAllowedLength')}
          {number('dryLastTokens', texts.wholeAnswer)}
          <TextLines
            {...fields.drySequenceBreakers}
            mark={<SettingReset of="drySequenceBreakers" />}
            value={value.drySequenceBreakers}
            linesOf={(typed) => linesOf(typed, textLimits.drySequenceBreakers, unescaped)}
            typedOf={(breakers) => breakers.map(escaped).join('\n')}
            onChange={(drySequenceBreakers) => onChange({ drySequenceBreakers })}
          />
        </>,
      )
    case 'xtc':
      return group(
        value.xtcProbability > 0,
        <>
          {number('xtcProbability')}
          {number('xtcThreshold')}
        </>,
      )
    default:
      return number(sampler)
  }
}
