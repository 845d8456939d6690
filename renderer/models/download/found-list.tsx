import type { FoundRepository } from '../../../core/contract/models/library'
import { formatCount } from '../../../core/text/amounts'
import { Button } from '../../ui/controls/button'
import { lookUp, setAddress } from './get-model-store'

/** Repositories found by a search; a click looks one up. */
export function FoundList({ found }: { readonly found: readonly FoundRepository[] }) {
  if (found.length === 0)
    return (
      <p role="status" className="rounded-lg border border-line border-dashed px-4 py-8 text-center text-[13px] text-soft">
        No repository with GGUF files has all of these words in its name. Try fewer, or other ones.
      </p>
    )
  return (
    <section aria-label="Repositories that were found" className="rounded-lg border border-line bg-raised">
      <ul className="divide-y divide-line">
        {found.map(({ repository, downloads }) => (
          <li key={repository} className="flex items-center gap-4 px-4 py-2">
            <span className="min-w-0 flex-1 font-medium text-[13px] [overflow-wrap:anywhere]">{repository}</span>
            <span className="shrink-0 text-[12px] text-faint">
              {downloads === 1 ? '1 download' : `${formatCount(downloads)} downloads`} a month
            </span>
            <Button className="h-7 px-2" aria-label={`Show the files of ${repository}`} onClick={() => show(repository)}>
              Show its files
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
