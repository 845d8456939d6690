import type { SearchHit } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'

export function SearchResult({
  hit,
  onOpen,
}: {
  readonly hit: SearchHit
  readonly onOpen: (conversationId: string, messageId: string | null) => void
}) {
  return (
    <li>
      <button
        type="button"
        data-search-result
        className="w-full rounded-md px-2 py-1.5 text-left hover:bg-sunken"
        onClick={() => onOpen(hit.conversationId, hit.messageId)}
      >
        <span className="block truncate font-medium text-[13px]">{hit.title}</span>
        {hit.messageId && (
          <span className="line-clamp-2 text-[12px] text-soft leading-snug">
            <span className="text-faint">{hit.role === 'user' ? copy.chat.list.search.you : copy.chat.list.search.model} </span>
            <Marked text={hit.excerpt} />
          </span>
        )}
      </button>
    </li>
  )
}

/** In `text`, \u0002 and \u0003 enclose each match. */
function Marked({ text }: { readonly text: string }) {
  let offset = 0
  return text.split('\u0002').map((part) => {
    const key = offset
    offset += part.length + 1
    const end = part.indexOf('\u0003')
    return end < 0 ? (
      <span key={key}>{part}</span>
    ) : (
      <span key={key}>
        <mark className="rounded-sm bg-mark text-ink">{part.slice(0, end)}</mark>
        {part.slice(end + 1)}
      </span>
    )
  })
}
