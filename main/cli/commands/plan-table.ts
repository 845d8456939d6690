import { copy } from '../../../core/copy/copy'
import { type Bill, billOf } from '../../../core/plan/bill'
import type { BillPart, BillSettings } from '../../../core/plan/bill-part'
import type { PlanMachine } from '../../../core/plan/machine'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { formatBytes, formatCount } from '../../../core/text/amounts'

export function planTable(subject: PlanSubject, settings: BillSettings, machine: PlanMachine): string {
  const bill = billOf(subject, settings, machine)
  const { refused } = bill.plan
  const lines = [title(subject, bill), '']
  if (refused) lines.push(`Refused (${refused.code}): ${refused.message}`)
  else lines.push(...parts(bill), '', ...caches(bill), '', ...answers(subject, bill, machine))
  return `${lines.join('\n')}\n`
}

function title({ name, parameters }: PlanSubject, { plan }: Bill): string {
  const { sizes } = plan
  const size = parameters === null ? '' : `, ${formatCount(parameters)} parameters`
  const assumed = plan.assumed ? ', computed by the general rule: this llama.cpp does not know it' : ''
  const context = `${formatCount(sizes.cellsPerSequence)} cells per sequence, ${sizes.sequences} ${sizes.sequences === 1 ? 'sequence' : 'sequences'}, micro-batch ${formatCount(sizes.microBatchTokens)}`
  return `${name} (${plan.architecture}${size}${assumed})\n${context}`
}

function parts({ parts: all, totalBytes }: Bill): string[] {
  const rows = all.map((part) => row(part.kind, part.location, part.bytes, `${sureness(part)}  ${copy.planner.partMeaning(part)}`))
  const totals = (['ram', 'vram'] as const).filter((location) => totalBytes[location] > 0)
  return [...rows, ...totals.map((location) => row('total', location, totalBytes[location], ''))]
}

const row = (kind: string, location: string, bytes: number, rest: string): string =>
  `  ${kind.padEnd(12)}${location.toUpperCase().padEnd(6)}${formatBytes(bytes).padStart(10)}  ${rest}`.trimEnd()

function sureness({ source, errorShare }: BillPart): string {
  if (source !== 'estimate') return source.padEnd(16)
  return (errorShare === null ? 'estimate' : `estimate ±${Math.round(errorShare * 100)} %`).padEnd(16)
}

const caches = ({ plan }: Bill): string[] =>
  plan.caches.map(
    ({ kind, cells, streams, layers, bytes }) =>
      `  ${kind.padEnd(12)}${formatCount(layers)} layers x ${formatCount(cells)} cells x ${streams} ${streams === 1 ? 'stream' : 'streams'}: ${formatCount(bytes)} bytes`,
  )

function answers({ weights }: PlanSubject, { fits, answers: said }: Bill, { ram }: PlanMachine): string[] {
  // A config.json has no tensors, so the size of its weights is unknown.
  const uncounted = weights ? '' : ', weights not counted'
  const largest = said.largestContexts
    .filter(({ refused }) => !refused)
    .map(({ type, contextTokens }) => `${type} ${contextTokens === 0 ? 'none' : formatCount(contextTokens)}`)
  return [
    `  ${fits ? 'Fits' : 'Does not fit'}${uncounted}: ${formatBytes(ram.freeBytes)} of ${formatBytes(ram.totalBytes)} RAM are free`,
    ...(said.bytesPerSequence === null ? [] : [`  One more sequence: ${formatBytes(said.bytesPerSequence)} of cache`]),
    ...(said.bytesPerThousandTokens === null ? [] : [`  1,000 more tokens: ${formatBytes(said.bytesPerThousandTokens)} of cache`]),
    `  Largest context that fits${uncounted}, by type of K and V: ${largest.join(', ')}`,
  ]
}
