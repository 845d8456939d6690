import { copy } from '../../../core/copy/copy'
import type { CachePlan } from '../../../core/kv/cache-plan'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { decodeLimit } from '../../../core/plan/what-if/decode-limit'
import { Section } from '../../ui/section'

export interface DecodeSectionProps {
  readonly subject: PlanSubject
  readonly plan: CachePlan
  /** In bytes per second. */
  readonly bandwidth: number
}

export function DecodeSection({ subject, plan, bandwidth }: DecodeSectionProps) {
  const limit = decodeLimit(subject, plan, bandwidth)
  if (!limit) return null
  const texts = copy.planner.whatIf.decode
  return (
    <Section title={texts.title} note={texts.note(bandwidth / 1e9)}>
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        {(['empty', 'full'] as const).map((depth) => (
          <div key={depth}>
            <dt className="text-[13px] text-soft">{texts[depth]}</dt>
            <dd>
              <span className="font-medium text-lg">≤ {texts.rate(limit[depth])}</span>
              <span className="text-[13px] text-soft"> {texts.unit}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-[12px] text-faint">{texts.bytes(limit)}</p>
    </Section>
  )
}
