import { FolderPlus, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { SearchHit } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { IconButton } from '../../ui/controls/icon-button'
import { showScreen } from '../../window/window-store'
import { conversationStore, open, search } from '../conversation/conversation-store'
import { remove } from '../conversation/list-actions'
import { ImportSection } from '../import/import-section'
import { Bin } from './bin'
import { ConversationGroups } from './conversation-groups'
import { endSelection, listStore } from './list-store'
import { makeFolder } from './make-folder'
import { SearchResult } from './search-result'
import { focusSearch, SelectionBar } from './selection-bar'

export function ConversationList() {
  const list = useStore(conversationStore, (state) => state.list)
  const folders = useStore(conversationStore, (state) => state.folders)
  const openId = useStore(conversationStore, (state) => state.openId)
  const selected = useStore(listStore, (state) => state.selected)
  const turns = useApp((state) => state.app?.turns)
  const renamingId = useStore(listStore, (state) => state.renamingId)
  const [query, setQuery] = useState('')
  const found = useSearch(query)
  // The field is in the list.
  useEffect(() => {
    if (renamingId !== null) setQuery('')
  }, [renamingId])
  // The list needs this element, which exists only after the first render.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)

  const show = (conversationId: string, messageId: string | null = null) => {
    showScreen('chat')
    void open(conversationId, messageId)
  }
  const answeringIds = new Set(turns?.map(({ conversationId }) => conversationId))
  const canBeSelected = list.filter(({ id }) => !answeringIds.has(id))
  const chosen = selected && canBeSelected.filter(({ id }) => selected.has(id))
  const removeChosen = async () => {
    if (!(await remove(chosen ?? []))) return
    endSelection()
    focusSearch()
  }
  return (
    <>
      {chosen ? (
        <SelectionBar selected={chosen} selectableIds={canBeSelected.map(({ id }) => id)} onRemove={() => void removeChosen()} />
      ) : (
        <SearchField query={query} isSearched={found?.query === query} onQuery={setQuery} />
      )}
      <div ref={setScroller} data-drop="conversations" data-tour="chats" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {found && !chosen ? (
          <SearchResults found={found} onOpen={show} />
        ) : (
          <>
            <ConversationGroups
              list={list}
              folders={folders}
              openId={openId}
              answeringIds={answeringIds}
              selected={chosen && new Set(chosen.map(({ id }) => id))}
              scroller={scroller}
              onOpen={show}
            />
            {list.length + folders.length === 0 && <p className="px-2 pt-3 text-[13px] text-faint leading-snug">{copy.chat.list.empty}</p>}
            {!chosen && <ImportSection />}
          </>
        )}
      </div>
      {!found && !chosen && <Bin onOpen={() => showScreen('chat')} />}
    </>
  )
}

interface SearchFieldProps {
  readonly query: string
  /** The results on screen are those of `query`. */
  readonly isSearched: boolean
  readonly onQuery: (query: string) => void
}

function SearchField({ query, isSearched, onQuery }: SearchFieldProps) {
  return (
    <div className="flex items-center gap-1 px-3 pb-2">
      <div className="relative min-w-0 flex-1">
        <Search size={14} className="pointer-events-none -translate-y-1/2 absolute top-4 left-2.5 text-faint" aria-hidden />
        <input
          type="search"
          aria-label={copy.chat.list.search.label}
          placeholder={copy.chat.list.search.placeholder}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Escape') onQuery('')
            const first = document.querySelector<HTMLElement>('[data-search-result]')
            if (!first || !isSearched) return
            if (event.key === 'ArrowDown') first.focus()
            else if (event.key === 'Enter') first.click()
            else return
            event.preventDefault()
          }}
          className="h-8 w-full rounded-md border border-line bg-raised pr-7 pl-8 text-[13px] placeholder:text-faint [&::-webkit-search-cancel-button]:hidden"
        />
        {query && (
          <IconButton
            icon={X}
            label={copy.chat.list.search.clear}
            size={13}
            className="absolute top-0.5 right-0.5"
            onClick={() => onQuery('')}
          />
        )}
      </div>
      <IconButton icon={FolderPlus} label={copy.chat.list.folder.make} size={15} className="-mr-1" onClick={() => void makeFolder()} />
    </div>
  )
}

function SearchResults({
  found: { query, hits },
  onOpen,
}: {
  readonly found: Found
  readonly onOpen: (id: string, messageId: string | null) => void
}) {
  return (
    <section aria-label={copy.chat.list.search.results}>
      <h2 className="px-2 pt-3 pb-1 font-medium text-[12px] text-faint" role="status">
        {copy.chat.list.search.found(hits.length, query)}
      </h2>
      <ul onKeyDown={moveFocus}>
        {hits.map((hit) => (
          <SearchResult key={`${hit.conversationId}-${hit.messageId}`} hit={hit} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

/** Up from the first result returns to the search field. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const results = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-search-result]')]
  const next = results.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)
  if (next < 0) focusSearch()
  else results[next]?.focus()
}

interface Found {
  readonly query: string
  readonly hits: readonly SearchHit[]
}

/** What was found for an earlier query stays on screen until the search is done. */
function useSearch(query: string): Found | undefined {
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (query.trim() === '') {
      setFound(undefined)
      return
    }
    let current = true
    const timer = setTimeout(() => void search(query).then((hits) => current && setFound({ query, hits })), 120)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [query])
  return found
}
