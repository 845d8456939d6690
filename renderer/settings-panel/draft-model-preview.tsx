import type { DraftBill } from '../../core/contract/models/draft'
import { copy } from '../../core/copy/copy'
import { draftTotalBytes } from '../../core/speculation/draft-bill'
import { Explained } from '../ui/explained'

export function DraftModelPreview({ bill }: { readonly bill: DraftBill }) {
  const text = copy.settings.preview
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-2 leading-snug">
      <Explained by={text.draftParts(bill)} className="text-soft">
        {text.draftModel}
      </Explained>
      <span data-testid="draft-bytes">{text.about(draftTotalBytes(bill))}</span>
    </p>
  )
}
