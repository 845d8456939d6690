import { planTable as texts } from '../../../core/copy/command-line'
import { copy } from '../../../core/copy/copy'
import { type Bill, billOf } from '../../../core/plan/bill'
import type { BillSettings } from '../../../core/plan/bill-part'
import type { PlanMachine } from '../../../core/plan/machine'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { formatBytes } from '../../../core/text/amounts'

export function planTable(subject: PlanSubject, settings: BillSettings, machine: PlanMachine): string {
  const bill = billOf(subject, settings, machine)
  const { refused, sizes } = bill.plan
  const lines = [texts.title(subject.name, subject.parameters, bill.plan), texts.context(sizes), '']
  if (refused) lines.push(texts.refused(refused.reason.kind, copy.reasons.settingsRefusal(refused.reason)))
  else lines.push(...parts(bill), '', ...caches(bill), '', ...answers(subject, bill, machine))
  return `${lines.join('\n')}\n`
}

function parts({ parts: all, totalBytes }: Bill): string[] {
  const rows = all.map((part) =>
    row(part.kind, part.location, part.bytes, `${texts.source(part).padEnd(16)}  ${copy.planner.partMeaning(part)}`),
  )
  const totals = (['ram', 'vram'] as const).filter((location) => totalBytes[location] > 0)
  return [...rows, ...totals.map((location) => row(texts.total, location, totalBytes[location], ''))]
}

const row = (kind: string, location: string, bytes: number, rest: string): string =>
  `  ${kind.padEnd(12)}${location.toUpperCase().padEnd(6)}${formatBytes(bytes).padStart(10)}  ${rest}`.trimEnd()

const caches = ({ plan }: Bill): string[] => plan.caches.map((cache) => `  ${cache.kind.padEnd(12)}${texts.cache(cache)}`)

function answers(
  { weights }: PlanSubject,
  { fits, answers: { largestContexts, bytesPerSequence, bytesPerThousandTokens } }: Bill,
  { ram }: PlanMachine,
): string[] {
  const hasWeights = weights !== null
  return [
    texts.fits(fits === true, hasWeights, ram),
    ...(bytesPerSequence === null ? [] : [texts.sequence(bytesPerSequence)]),
    ...(bytesPerThousandTokens === null ? [] : [texts.thousandTokens(bytesPerThousandTokens)]),
    texts.largest(
      largestContexts.filter(({ refused }) => !refused),
      hasWeights,
    ),
  ].map((line) => `  ${line}`)
}
