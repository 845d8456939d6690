import type { ReactNode } from 'react'
import { isOnServer } from '../../../../core/compare/on-server'
import { mostSchemaPrompts, mostToolPrompts } from '../../../../core/contract/compare/compare-limits'
import { copy } from '../../../../core/copy/copy'
import { ToggleSwitch } from '../../../ui/controls/toggle-switch'
import { Explained } from '../../../ui/explained'
import { Problem } from '../../../ui/fields/form-field'
import { Section } from '../../../ui/section'
import { type PartName, partNames } from '../comparison-setup'
import { isMeasuredOnServers, type SetupProblems } from '../plan-of-setup'
import { switchPart, useSetup } from '../setup-store'
import { AnswerFields, CachelessFields, LatencyFields, PasskeyFields, QualityFields, SpeedFields, SuiteFields } from './part-fields'

export function PartList({ problems }: { readonly problems: SetupProblems }) {
  const isOn = useSetup((setup) => setup.isOn)
  const hasServers = useSetup((setup) => setup.variants.some(isOnServer))
  const fields: Readonly<Record<PartName, ReactNode>> = {
    speed: <SpeedFields problems={problems} />,
    latency: <LatencyFields problems={problems} />,
    quality: <QualityFields problems={problems} />,
    passkey: <PasskeyFields problems={problems} />,
    toolCalls: <SuiteFields part="toolCalls" most={mostToolPrompts} />,
    schemas: <SuiteFields part="schemas" most={mostSchemaPrompts} />,
    answers: <AnswerFields problems={problems} />,
    cacheless: <CachelessFields problems={problems} />,
  }
  return (
    <Section title={copy.compare.form.partsTitle}>
      <ul className="flex flex-col">
        {partNames.map((part) => (
          <li key={part} className="border-line border-b py-2 last:border-0">
            <div className="flex items-center gap-3">
              <ToggleSwitch label={copy.compare.parts[part].name} checked={isOn[part]} onChange={(on) => switchPart(part, on)} />
              <Explained by={copy.compare.parts[part].meaning} className="font-medium text-[13px]">
                {copy.compare.parts[part].name}
              </Explained>
            </div>
            {isOn[part] && hasServers && !isMeasuredOnServers(part) && (
              <p className="pl-12 text-[12px] text-faint">{copy.compare.form.notOnServers}</p>
            )}
            {isOn[part] && <div className="mt-1.5 flex flex-col gap-1.5 pl-12 text-[13px]">{fields[part]}</div>}
          </li>
        ))}
      </ul>
      <Problem text={problems.parts} />
    </Section>
  )
}
