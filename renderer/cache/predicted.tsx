/** Planned against allocated bytes of each cache: green if equal. */
import { Check } from 'lucide-react'
import type { CacheComparison, ContextReport } from '../../core/contract/cache/cache'
import { formatBytes, formatCount } from '../../core/text/amounts'
import { Explained } from '../ui/explained'
import { cacheNames } from './cells/cache-names'

const meaning =
  'Computed from the header of the file before anything was loaded. llama.cpp prints what it allocated to 0.01 MiB; equal means that the planned bytes are the ones that print so.'

/** Two grid cells: the sum, and each cache if there are several. */
export function Predicted({ context }: { readonly context: ContextReport }) {
  const { predictedBytes, allocatedBytes, comparison } = context
  if (predictedBytes === null) return null
  return (
    <>
      <dt>
        <Explained by={meaning} className="text-soft">
          Predicted
        </Explained>
      </dt>
      <Verdict predictedBytes={predictedBytes} allocatedBytes={allocatedBytes} />
      {comparison.length > 1 && comparison.map((cache, index) => <OneCache key={`${cache.kind} ${index}`} cache={cache} />)}
    </>
  )
}

function OneCache({ cache }: { readonly cache: CacheComparison }) {
  return (
    <>
      <dt className="pl-3 text-faint">{cacheNames[cache.kind].name}</dt>
      <Verdict predictedBytes={cache.predictedBytes} allocatedBytes={cache.allocatedBytes} />
    </>
  )
}

function Verdict({ predictedBytes, allocatedBytes }: Pick<CacheComparison, 'predictedBytes' | 'allocatedBytes'>) {
  const exactly = predictedBytes === null ? 'not planned' : `${formatCount(predictedBytes)} bytes`
  return (
    <dd className="flex items-center justify-end gap-1" title={exactly} data-testid="predicted">
      {predictedBytes === allocatedBytes ? (
        <span className="flex items-center gap-1 text-good">
          <span className="text-soft">{formatBytes(predictedBytes ?? 0)}</span>
          <Check size={14} aria-hidden /> <span>equal</span>
        </span>
      ) : (
        <span className="text-danger">
          {predictedBytes === null ? 'not planned' : formatBytes(predictedBytes)}
          {allocatedBytes === null ? ', not there' : ` ≠ ${formatBytes(allocatedBytes)}`}
        </span>
      )}
    </dd>
  )
}
