import { planTable as texts } from '../../../core/copy/command-line'
import { copy } from '../../../core/copy/copy'
import { type Bill, billOf, roomsOf } from '../../../core/plan/bill'
import type { BillSettings } from '../../../core/plan/bill-part'
import type { FitAnswer } from '../../../core/plan/fit/find-fits'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import type { FileType } from '../../../core/plan/weights/file-types'
import { decodeLimit } from '../../../core/plan/what-if/decode-limit'
import { formatBytes } from '../../../core/text/amounts'

export interface TableQuestion {
  readonly subject: PlanSubject
  readonly settings: BillSettings
  readonly machine: PlanMachine
  readonly fileType: FileType
  /** In bytes per second. null if unknown. */
  readonly bandwidth: number | null
  readonly fit: FitAnswer | null
}

export function planTable(question: TableQuestion): string {
  const { subject, settings, machine } = question
  const bill = billOf(subject, settings, machine)
  const { refused, sizes } = bill.plan
  const lines = [texts.title(subject.name, subject.parameters, bill.plan), texts.context(sizes), '']
  if (refused) lines.push(texts.refused(refused.reason.kind, copy.reasons.settingsRefusal(refused.reason)))
  else lines.push(...parts(bill), '', ...caches(bill), '', ...answers(question, bill), ...fitLines(question))
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

function answers({ subject, machine, fileType, bandwidth }: TableQuestion, bill: Bill): string[] {
  const { plan, answers: found } = bill
  const { largestContexts, bytesPerSequence, bytesPerThousandTokens } = found
  const weights = countedWeights(subject, fileType)
  const limit = bandwidth === null ? null : decodeLimit(subject, plan, bandwidth)
  return [
    texts.fits(roomsOf({ subject, ...bill }, machine), weights, machine.ram, machine.vram),
    ...(bandwidth !== null && limit ? [texts.decode(bandwidth / 1e9, limit)] : []),
    ...(bytesPerSequence === null ? [] : [texts.sequence(bytesPerSequence)]),
    ...(bytesPerThousandTokens === null ? [] : [texts.thousandTokens(bytesPerThousandTokens)]),
    texts.largest(
      largestContexts.filter(({ refused }) => !refused),
      weights,
    ),
  ].map((line) => `  ${line}`)
}

function countedWeights({ weights }: PlanSubject, fileType: FileType) {
  if (!weights) return { kind: 'not-counted' } as const
  return weights.errorShare === undefined ? ({ kind: 'exact' } as const) : ({ kind: 'estimated', type: fileType } as const)
}

function fitLines({ fit }: TableQuestion): string[] {
  if (!fit) return []
  if (fit.fits) return ['', `  ${texts.nothingToChange}`]
  const [first] = fit.ways
  if (!first) return ['', `  ${texts.noFit}`]
  const title = first.changes.length === 1 ? texts.fitTitle : texts.fitPairsTitle
  return ['', `  ${title}`, ...fit.ways.map((way) => `    ${texts.fit(way)}`)]
}
