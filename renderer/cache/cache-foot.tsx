import { memo, type ReactNode } from 'react'
import type { Checkpoint, ContextReport } from '../../core/contract/cache/cache'
import type { DraftStatus } from '../../core/contract/models/draft'
import { copy } from '../../core/copy/copy'
import { describeFailure } from '../../core/copy/failures'
import { formatBytes, formatCount } from '../../core/text/amounts'
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
  const texts = copy.cache.context
  return (
    <section aria-label={texts.label} className="border-line border-t pt-3">
      <p className="flex flex-wrap gap-x-3 text-[13px]">
        <Setting {...texts.keyType}>{context.keyType}</Setting>
        <Setting {...texts.valueType}>{context.valueType}</Setting>
        <Setting {...texts.tokens}>{formatCount(context.contextTokens)}</Setting>
        <Setting name={texts.threads.name} meaning={texts.threads.meaning(context.threads.measured)}>
          {threads < context.threads.chosen ? texts.threads.lowered(threads) : texts.threads.of(threads, context.threads.cores)}
        </Setting>
      </p>
      <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-[12px]">
        <Row {...texts.allocated} value={formatBytes(allocatedBytes)} detail={texts.bytes(allocatedBytes)} />
        <Predicted context={context} />
        <Row {...texts.withBuffers} value={formatBytes(context.contextBytes.ram + context.contextBytes.vram)} />
        <DraftRow draft={draft} />
        {context.sequences > 1 && <Row {...texts.sequences} value={formatCount(context.sequences)} />}
        {context.sequences > 1 && context.sharesBatches !== undefined && (
          <Row
            name={texts.batches.name}
            meaning={texts.batches.meaning(context.sharesBatches)}
            value={context.sharesBatches ? texts.batches.shared : texts.batches.inTurn}
          />
        )}
        <Row
          name={texts.flashAttention.name}
          meaning={texts.flashAttention.meaning}
          value={context.flashAttention ? texts.flashAttention.on : texts.flashAttention.off}
        />
        {context.checkpointLimit ? <Checkpoints checkpoints={checkpoints} limit={context.checkpointLimit} /> : null}
      </dl>
    </section>
  )
})

function DraftRow({ draft }: { readonly draft: DraftStatus }) {
  if (draft.status === 'none') return null
  const texts = copy.cache.context
  const { name, notLoaded, loading, meaning, parts } = texts.draft
  if (draft.status === 'failed') return <Row name={name} meaning={describeFailure(draft.failure)} value={notLoaded} />
  if (draft.status === 'loading') return <Row name={name} meaning={meaning(draft.file.name)} value={loading} />
  const { weightBytes, contextBytes } = draft.report
  const bytes = weightBytes.ram + weightBytes.vram + contextBytes.ram + contextBytes.vram
  return <Row name={name} meaning={parts(draft.file.name, draft.report)} value={formatBytes(bytes)} detail={texts.bytes(bytes)} />
}

function Setting({ name, meaning, children }: { readonly name: string; readonly meaning: string; readonly children: ReactNode }) {
  return (
    <Explained by={meaning}>
      <span className="text-faint">{name}</span> {children}
    </Explained>
  )
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
