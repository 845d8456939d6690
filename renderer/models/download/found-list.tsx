import type { FoundRepository } from '../../../core/contract/models/library'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { lookUp, setAddress } from './get-model-store'

export function FoundList({ found }: { readonly found: readonly FoundRepository[] }) {
  if (found.length === 0)
    return (
      <p role="status" className="rounded-lg border border-line border-dashed px-4 py-8 text-center text-[13px] text-soft">
        {copy.models.get.nothingFound}
      </p>
    )
  return (
    <section aria-label={copy.models.get.found} className="rounded-lg border border-line bg-raised">
      <ul className="divide-y divide-line">
        {found.map(({ repository, downloads }) => (
          <li key={repository} className="flex items-center gap-4 px-4 py-2">
            <span className="min-w-0 flex-1 font-medium text-[13px] [overflow-wrap:anywhere]">{repository}</span>
            <span className="shrink-0 text-[12px] text-faint">{copy.models.get.downloads(downloads)}</span>
            <Button className="h-7 px-2" aria-label={copy.models.get.showFilesOf(repository)} onClick={() => show(repository)}>
              {copy.models.get.showFiles}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function show(repository: string): void {
  setAddress(repository)
  void lookUp()
}
