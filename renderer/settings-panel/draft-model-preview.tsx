import type { DraftBill } from '../../core/contract/models/draft'
import { draftTotalBytes } from '../../core/speculation/draft-bill'
import { formatBytes } from '../../core/text/amounts'
import { Explained } from '../ui/explained'

export function DraftModelPreview({ bill }: { readonly bill: DraftBill }) {
  const { weightBytes, cacheBytes, computeBytes } = bill
  const parts = `Weights ${formatBytes(weightBytes)}, its cache ${formatBytes(cacheBytes)}, its compute buffer about ${formatBytes(computeBytes)}.`
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-2 leading-snug">
      <Explained by={`${parts} Computed from the header of its file; the compute buffer is an estimate.`} className="text-soft">
        Draft model
      </Explained>
      <span data-testid="draft-bytes">about {formatBytes(draftTotalBytes(bill))}</span>
    </p>
  )
}
