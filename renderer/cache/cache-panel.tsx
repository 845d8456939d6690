import { Meter } from '@base-ui/react/meter'
import { useStore } from 'zustand'
import type { CacheFill, ContextReport } from '../../core/contract/cache'
import { formatBytes, formatCount } from '../../core/text/amounts'
import { useApp } from '../app/use-app'
import { conversationStore } from '../chat/conversation-store'
import { Explained } from '../ui/explained'
import { cacheNames } from './cache-names'
import { Predicted } from './predicted'
import { useCacheSamples } from './use-cache-sample'

export function CachePanel() {
  const model = useApp((state) => state.app?.model)
  const openId = useStore(conversationStore, (state) => state.openId)
  const samples = useCacheSamples()
  if (model?.status !== 'ready') return <p className="p-4 text-[13px] text-faint">The cache appears here once a model is loaded.</p>
  const { context } = model
  const sample =
    samples.find((candidate) => candidate.conversationId === openId && openId !== null) ??
    samples.find((candidate) => candidate.conversationId === null)
  const fills = sample?.fills ?? emptyFills(context)
  return (
    <div className="flex flex-col gap-5 p-4">
      {fills.map((fill) => (
        <Fill key={fill.kind} fill={fill} />
      ))}
      <Totals context={context} threads={sample?.threads ?? context.threads.chosen} checkpointBytes={sample?.checkpointBytes ?? 0} />
    </div>
  )
}

/** Before the first sample, or while another conversation holds the cells. */
const emptyFills = (context: ContextReport): CacheFill[] =>
  context.caches.map((cache) => ({
    kind: cache.kind,
    usedCells: 0,
    totalCells: cache.cells,
    usedBytes: 0,
    allocatedBytes: (cache.keyBytes + cache.valueBytes) / cache.streams,
    fromPosition: 0,
  }))

function Fill({ fill }: { readonly fill: CacheFill }) {
  const { name, meaning } = cacheNames[fill.kind]
  const share = fill.totalCells > 0 ? fill.usedCells / fill.totalCells : 0
  return (
    <section aria-label={name}>
      <Explained by={meaning} className="font-medium text-[13px]">
        {name}
      </Explained>
      <div className="mt-1 flex items-baseline justify-between">
        <span className="text-lg">
          <span data-testid="used-cells">{formatCount(fill.usedCells)}</span>
          <span className="text-[13px] text-faint"> of {formatCount(fill.totalCells)} cells</span>
        </span>
        <span className="text-[13px] text-soft">{(share * 100).toFixed(share < 0.1 ? 1 : 0)} %</span>
      </div>
      <Meter.Root
        value={fill.usedCells}
        max={fill.totalCells}
        aria-label={`${name}: cells used`}
        getAriaValueText={() => `${formatCount(fill.usedCells)} of ${formatCount(fill.totalCells)} cells`}
        className="mt-1.5"
      >
        <Meter.Track className="h-2.5 overflow-hidden rounded-sm bg-sunken">
          <Meter.Indicator className="bg-accent" />
        </Meter.Track>
      </Meter.Root>
      <p className="mt-1.5 text-[13px] text-soft">
        {formatBytes(fill.usedBytes)} used of {formatBytes(fill.allocatedBytes)} allocated
      </p>
    </section>
  )
}

function Totals({
  context,
  threads,
  checkpointBytes,
}: {
  readonly context: ContextReport
  readonly threads: number
  readonly checkpointBytes: number
}) {
  const { allocatedBytes } = context
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5 border-line border-t pt-4 text-[13px]">
      <Row
        name="K and V type"
        meaning="How the elements of keys and values are stored."
        value={`${context.keyType} / ${context.valueType}`}
      />
      <Row
        name="Allocated"
        meaning="What llama.cpp allocated for all caches of this context, for all sequences. Taken when the context is created, not as it fills."
        value={formatBytes(allocatedBytes)}
        detail={`${formatCount(allocatedBytes)} bytes`}
      />
      <Predicted context={context} />
      <Row
        name="With compute buffers"
        meaning="Cache and scratch memory of this context together, as llama.cpp reports it."
        value={formatBytes(context.contextBytes.ram + context.contextBytes.vram)}
      />
      <Row name="Context" meaning="Tokens that one conversation can hold." value={`${formatCount(context.contextTokens)} tokens`} />
      {context.sequences > 1 && (
        <Row name="Sequences" meaning="Conversations that keep their cache at the same time." value={formatCount(context.sequences)} />
      )}
      <Row
        name="Flash attention"
        meaning="Attention computed tile by tile. Quantized V needs it."
        value={context.flashAttention ? 'on' : 'off'}
      />
      <Row
        name="Threads"
        meaning={threadsMeaning(context)}
        value={threads < context.threads.chosen ? `${threads} (machine is busy)` : `${threads} of ${context.threads.cores}`}
      />
      {checkpointBytes > 0 && (
        <Row
          name="Checkpoints"
          meaning="Copies of the state, in RAM, from which an earlier point of the conversation can go on."
          value={formatBytes(checkpointBytes)}
        />
      )}
    </dl>
  )
}

function threadsMeaning({ threads }: ContextReport): string {
  const measured = threads.measured.map((row) => `${row.threads}: ${row.msPerToken.toFixed(2)} ms`).join(', ')
  return measured
    ? `Threads that decode, of the physical cores there are. Measured per token when the context was created: ${measured}.`
    : 'Threads that decode, of the physical cores there are.'
}

function Row({
  name,
  meaning,
  value,
  detail,
}: {
  readonly name: string
  readonly meaning: string
  readonly value: string
  readonly detail?: string
}) {
  return (
    <>
      <dt>
        <Explained by={meaning} className="text-soft">
          {name}
        </Explained>
      </dt>
      <dd className="text-right" title={detail}>
        {value}
      </dd>
    </>
  )
}
