import { Check } from 'lucide-react'
import type { CacheComparison, ContextReport } from '../../core/contract/cache/cache'
import { copy } from '../../core/copy/copy'
import { formatBytes } from '../../core/text/amounts'
import { Explained } from '../ui/explained'

export function Predicted({ context }: { readonly context: ContextReport }) {
  const { predictedBytes, allocatedBytes, comparison } = context
  const { name, meaning } = copy.cache.context.predicted
  if (predictedBytes === null) return null
  return (
    <>
      <dt>
        <Explained by={meaning} className="text-soft">
          {name}
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
      <dt className="pl-3 text-faint">{copy.cache.kinds[cache.kind].name}</dt>
      <Verdict predictedBytes={cache.predictedBytes} allocatedBytes={cache.allocatedBytes} />
    </>
  )
}

function Verdict({ predictedBytes, allocatedBytes }: Pick<CacheComparison, 'predictedBytes' | 'allocatedBytes'>) {
  const { predicted, bytes } = copy.cache.context
  const exactly = predictedBytes === null ? predicted.notPlanned : bytes(predictedBytes)
  return (
    <dd className="flex items-center justify-end gap-1" title={exactly} data-testid="predicted">
      {predictedBytes === allocatedBytes ? (
        <span className="flex items-center gap-1 text-good">
          <span className="text-soft">{formatBytes(predictedBytes ?? 0)}</span>
          <Check size={14} aria-hidden /> <span>{predicted.equal}</span>
        </span>
      ) : (
        <span className="text-danger">{predicted.different(predictedBytes, allocatedBytes)}</span>
      )}
    </dd>
  )
}
