import { memo, type ReactNode } from 'react'
import type { Checkpoint, ContextReport } from '../../core/contract/cache/cache'
import type { DraftStatus } from '../../core/contract/models/draft'
import { describeFailure } from '../../core/copy/failures'
import { formatBytes, formatCount, formatMs } from '../../core/text/amounts'
import { Explained } from '../ui/explained'
import { Checkpoints } from './checkpoints'
import { Predicted } from './predicted'

export interface CacheFootProps {
  readonly context: ContextReport
  readonly threads: number
  readonly checkpoints: readonly Checkpoint[]
  readonly draft: DraftStatus
}

export const CacheFoot = memo(function CacheFoot({ context, threads, checkpoints, draft }: CacheFootProps) {
  const { allocatedBytes } = context
  return (
    <section aria-label="Context" className="border-line border-t pt-3">
      <p className="flex flex-wrap gap-x-3 text-[13px]">
        <Setting name="K" meaning="How the elements of keys are stored.">
          {context.keyType}
        </Setting>
        <Setting name="V" meaning="How the elements of values are stored.">
          {context.valueType}
        </Setting>
        <Setting name="ctx" meaning="Tokens that one conversation can hold.">
          {formatCount(context.contextTokens)}
        </Setting>
        <Setting name="threads" meaning={threadsMeaning(context)}>
          {threads < context.threads.chosen ? `${threads} (machine is busy)` : `${threads} of ${context.threads.cores}`}
        </Setting>
      </p>
      <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-[12px]">
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
        <DraftRow draft={draft} />
        {context.sequences > 1 && (
          <Row name="Sequences" meaning="Conversations that keep their cache at the same time." value={formatCount(context.sequences)} />
        )}
        <Row
          name="Flash attention"
          meaning="Attention computed tile by tile. Quantized V needs it."
          value={context.flashAttention ? 'on' : 'off'}
        />
        {context.checkpointLimit ? <Checkpoints checkpoints={checkpoints} limit={context.checkpointLimit} /> : null}
      </dl>
    </section>
  )
})

/** The draft model in one line, its parts on hover. */
function DraftRow({ draft }: { readonly draft: DraftStatus }) {
  if (draft.status === 'none') return null
  const name = 'Draft model'
  if (draft.status === 'failed') return <Row name={name} meaning={describeFailure(draft.failure)} value="not loaded" />
  const meaning = `${draft.file.name} drafts tokens for this model, in a context of its own beside it.`
  if (draft.status === 'loading') return <Row name={name} meaning={meaning} value="loading…" />
  const { weightBytes, contextBytes, cacheBytes } = draft.report
  const weights = weightBytes.ram + weightBytes.vram
  const beside = contextBytes.ram + contextBytes.vram
  const parts = `Weights ${formatBytes(weights)}, f16 cache ${formatBytes(cacheBytes)}, compute buffer ${formatBytes(beside - cacheBytes)}, as llama.cpp reports them.`
  return (
    <Row
      name={name}
      meaning={`${meaning} ${parts}`}
      value={formatBytes(weights + beside)}
      detail={`${formatCount(weights + beside)} bytes`}
    />
  )
}

function Setting({ name, meaning, children }: { readonly name: string; readonly meaning: string; readonly children: ReactNode }) {
  return (
    <Explained by={meaning}>
      <span className="text-faint">{name}</span> {children}
    </Explained>
  )
}

function threadsMeaning({ threads }: ContextReport): string {
  const measured = threads.measured.map((row) => `${row.threads}: ${formatMs(row.msPerToken)}`).join(', ')
  return measured
    ? `Threads that decode, of the physical cores there are. Measured per token when the context was created: ${measured}.`
    : 'Threads that decode, of the physical cores there are.'
}

interface RowProps {
  readonly name: string
  readonly meaning: string
  readonly value: string
  readonly detail?: string
}

function Row({ name, meaning, value, detail }: RowProps) {
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
