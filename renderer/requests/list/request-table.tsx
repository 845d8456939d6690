import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useState } from 'react'
import type { RequestRecord } from '../../../core/contract/requests/requests'
import { copy } from '../../../core/copy/copy'
import { sentenceOf } from '../../../core/copy/failures'
import { refusalOf } from '../../../core/serve/refusal'
import { formatCount, formatMs, formatRate } from '../../../core/text/amounts'
import { select, useRequests } from '../state/request-store'

const rowRem = 2

export function RequestTable({ records }: { readonly records: readonly RequestRecord[] }) {
  const texts = copy.requests.table
  const selectedId = useRequests((state) => state.selectedId)
  // The virtualizer needs this element, which exists only after the first render.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const rowPx = rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const virtualizer = useVirtualizer({
    count: records.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    getItemKey: (index) => records[index]?.id ?? index,
    overscan: 8,
  })
  const inSight = virtualizer.getVirtualItems()
  const before = inSight[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (inSight.at(-1)?.end ?? 0)

  const move = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: -1, Home: -records.length, End: records.length }[event.key]
    if (steps === undefined) return
    event.preventDefault()
    const at = records.findIndex(({ id }) => id === selectedId)
    const next = Math.min(records.length - 1, Math.max(0, at + steps))
    const record = records[next]
    if (!record) return
    select(record.id)
    virtualizer.scrollToIndex(next)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller that keys scroll and that selects rows
    <section ref={setScroller} aria-label={texts.name} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto" onKeyDown={move}>
      <table aria-rowcount={records.length + 1} className="w-full table-fixed text-[13px]">
        <thead className="sticky top-0 z-10 bg-paper text-left text-[12px] text-faint shadow-[0_1px_0_var(--line)]">
          <tr className="h-7">
            <Head className="w-26 pl-4">{texts.columns.time}</Head>
            <Head>{texts.columns.client}</Head>
            <Head className="w-20 text-right">{texts.columns.prompt}</Head>
            <Head className="w-24 pl-3">{texts.columns.reused}</Head>
            <Head className="w-18 text-right @max-[62.5rem]:hidden">{texts.columns.ttft}</Head>
            <Head className="w-24 text-right @max-[62.5rem]:hidden">{texts.columns.rate}</Head>
            <Head className="pl-4">{texts.columns.cause}</Head>
            <Head className="w-20 pr-4 text-right">{texts.columns.lost}</Head>
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Space height={before} />}
          {inSight.map(({ index, key }) => {
            const record = records[index]
            return record && <Row key={key} record={record} rowIndex={index + 2} isSelected={record.id === selectedId} />
          })}
          {after > 0 && <Space height={after} />}
        </tbody>
      </table>
    </section>
  )
}

const Head = ({ className = '', children }: { readonly className?: string; readonly children: string }) => (
  <th scope="col" className={`truncate pr-1 font-normal ${className}`} title={children}>
    {children}
  </th>
)

const Space = ({ height }: { readonly height: number }) => (
  <tr aria-hidden style={{ height }}>
    <td />
  </tr>
)

interface RowProps {
  readonly record: RequestRecord
  readonly rowIndex: number
  readonly isSelected: boolean
}

const Row = memo(function Row({ record, rowIndex, isSelected }: RowProps) {
  const texts = copy.requests.table
  const { id, number, receivedAtMs, client, model, promptTokens, reusedTokens, times, decodeTokensPerSecond, explanation } = record
  const lost = explanation?.lostTokens ?? 0
  return (
    <tr
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      className={`h-8 cursor-pointer border-line border-b ${isSelected ? 'bg-accent-soft' : 'hover:bg-sunken'}`}
      onClick={() => select(id)}
    >
      <td className="pl-4">
        <button
          type="button"
          tabIndex={-1}
          aria-label={texts.row(number, client)}
          className="whitespace-nowrap rounded-sm tabular-nums"
          title={texts.atExactly(receivedAtMs)}
          onClick={() => select(id)}
        >
          {texts.at(receivedAtMs)}
        </button>
      </td>
      <td className="truncate pr-2" title={model === '' ? client : `${client}, ${model}`}>
        {client}
      </td>
      <td className="text-right tabular-nums">{promptTokens === 0 ? '' : formatCount(promptTokens)}</td>
      <td className="pl-3">{promptTokens > 0 && <Share share={reusedTokens / promptTokens} />}</td>
      <td className="whitespace-nowrap text-right tabular-nums @max-[62.5rem]:hidden">
        {times?.ttftMs == null ? '' : formatMs(times.ttftMs)}
      </td>
      <td className="whitespace-nowrap text-right tabular-nums @max-[62.5rem]:hidden">
        {decodeTokensPerSecond === null ? '' : formatRate(decodeTokensPerSecond)}
      </td>
      <td className="truncate pl-4">
        <What record={record} />
      </td>
      <td className={`pr-4 text-right tabular-nums ${lost > 0 ? 'font-medium text-warning' : ''}`}>{lost > 0 ? formatCount(lost) : ''}</td>
    </tr>
  )
})

function What({ record: { state, explanation, problem } }: { readonly record: RequestRecord }) {
  const { causes, table } = copy.requests
  if (state !== 'finished' && !explanation) {
    const isTrouble = state === 'failed' || state === 'refused'
    const sentence = problem ? sentenceOf(problem).what : ''
    const short = problem ? table.shortReason(problem) : undefined
    return (
      <span className={isTrouble ? 'text-danger' : 'text-faint'} title={sentence || table.states[state]}>
        {problem && short
          ? `${refusalOf(problem).status} ${short}`
          : sentence
            ? table.stopped(table.states[state], sentence)
            : table.states[state]}
      </span>
    )
  }
  if (!explanation) return null
  const { name, meaning } = causes.of[explanation.cause]
  return (
    <span className={explanation.lostTokens > 0 ? '' : 'text-faint'} title={`${name}. ${meaning}`}>
      {name}
    </span>
  )
}

function Share({ share }: { readonly share: number }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="h-1.5 w-8 shrink-0 overflow-hidden rounded-full bg-line">
        <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="tabular-nums">{copy.requests.table.share(share)}</span>
    </span>
  )
}
