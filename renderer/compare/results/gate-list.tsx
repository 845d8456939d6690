import { gateFindings } from '../../../core/compare/gate/judge-run'
import { variantNames } from '../../../core/compare/variant-names'
import type { CompareRun } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import { Section } from '../../ui/section'

export function GateList({ run }: { readonly run: CompareRun }) {
  const texts = copy.compare.gate
  const findings = gateFindings(run)
  if (findings.length === 0) return null
  const names = variantNames(run.plan?.variants ?? [], copy.compare.settingNames)
  return (
    <Section title={texts.title} note={texts.note}>
      <ul aria-label={texts.title} className="flex flex-col gap-1 text-[13px] leading-snug">
        {findings.map((finding) => (
          <li key={finding.variant}>{texts.finding(names[finding.variant] ?? '', finding)}</li>
        ))}
      </ul>
    </Section>
  )
}
