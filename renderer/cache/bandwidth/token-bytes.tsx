import { useMemo } from 'react'
import { allowedItlMs } from '../../../core/bandwidth/bound'
import { movedBytesOf, type ReadModel, tokenReads, weightBytesOf, writtenBytesOf } from '../../../core/bandwidth/token-reads'
import { bestOf, fitsCache } from '../../../core/bandwidth/triad-process'
import type { MemoryBandwidth } from '../../../core/contract/models/bandwidth'
import { copy } from '../../../core/copy/copy'
import type { CacheSettings } from '../../../core/kv/cache-settings'
import { formatBytes, formatMs } from '../../../core/text/amounts'
import { Explained } from '../../ui/explained'
import { Section } from '../../ui/section'

export interface TokenBytesProps {
  readonly model: ReadModel
  readonly settings: CacheSettings
  /** In cells. */
  readonly depth: number
  readonly memory: MemoryBandwidth | null
}

export function TokenBytes({ model, settings, depth, memory }: TokenBytesProps) {
  const reads = useMemo(() => tokenReads(model, settings, depth), [model, settings, depth])
  const texts = copy.bandwidth.token
  const moved = movedBytesOf(reads)
  const best = memory && bestOf(memory)
  return (
    <Section title={texts.title} note={`${texts.meaning} ${texts.atDepth(depth)}:`}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-[13px]">
        <Row {...texts.weights} value={formatBytes(weightBytesOf(reads))} />
        {reads.weights.map(({ type, bytes }) => (
          <Row key={type} {...texts.ofType(type)} value={formatBytes(bytes)} isPart />
        ))}
        {reads.caches.map(({ kind, readBytes }) => (
          <Row key={kind} {...copy.bandwidth.kinds[kind]} value={formatBytes(readBytes)} />
        ))}
        <Row {...texts.written} value={formatBytes(writtenBytesOf(reads))} />
        <Row {...texts.total} value={formatBytes(moved)} isSum />
        {best && <Row {...texts.allowed(best.threads)} value={formatMs(allowedItlMs(moved, best.bytesPerSecond))} />}
      </dl>
      {memory?.cacheBytes != null && fitsCache(moved, memory) && (
        <p className="mt-2 text-[12px] text-warning leading-snug">{texts.fitsCache(moved, memory.cacheBytes)}</p>
      )}
    </Section>
  )
}

interface RowProps {
  readonly name: string
  readonly meaning: string
  readonly value: string
  readonly isPart?: boolean
  readonly isSum?: boolean
}

function Row({ name, meaning, value, isPart = false, isSum = false }: RowProps) {
  return (
    <div className={`contents ${isPart ? 'text-[12px]' : ''}`}>
      <dt className={isPart ? 'pl-4 text-faint' : isSum ? 'font-medium' : 'text-soft'}>
        <Explained by={meaning} className="underline decoration-dotted decoration-line-strong underline-offset-3">
          {name}
        </Explained>
      </dt>
      <dd className={`text-right tabular-nums ${isPart ? 'text-faint' : ''} ${isSum ? 'font-medium' : ''}`}>{value}</dd>
    </div>
  )
}
