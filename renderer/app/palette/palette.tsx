import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { CornerDownLeft, Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { showPalette, useWindow } from '../../window/window-store'
import { findEntries, type PaletteSection, paletteSections } from './palette-entries'
import type { PaletteEntry } from './palette-entry'

export function Palette() {
  const isOpen = useWindow((state) => state.paletteOpen)
  const chosen = useRef<PaletteEntry>(undefined)
  const choose = (entry: PaletteEntry) => {
    chosen.current = entry
    showPalette(false)
  }
  // Runs after the dialog has returned the focus, because many entries move it.
  const runChosen = () => {
    const entry = chosen.current
    chosen.current = undefined
    entry?.run()
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={showPalette} onOpenChangeComplete={(open) => !open && runChosen()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="fixed top-[12vh] left-1/2 z-50 flex max-h-[min(30rem,76vh)] w-[36rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-raised">
          <Dialog.Title className="sr-only">{copy.app.commands.palette}</Dialog.Title>
          <PaletteContent onChoose={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteContent({ onChoose }: { readonly onChoose: (entry: PaletteEntry) => void }) {
  const [typed, setTyped] = useState('')
  const [sections] = useState(paletteSections)
  const found = useMemo(() => findEntries(sections, typed), [sections, typed])
  const text = copy.app.palette
  return (
    <Autocomplete.Root
      inline
      open
      items={found}
      filter={null}
      value={typed}
      onValueChange={setTyped}
      itemToStringValue={({ name }: PaletteEntry) => name}
      autoHighlight="always"
      keepHighlight
    >
      <div className="relative shrink-0 border-line border-b">
        <Search size={15} className="pointer-events-none -translate-y-1/2 absolute top-1/2 left-4 text-faint" aria-hidden />
        <Autocomplete.Input
          aria-label={text.field}
          placeholder={text.field}
          spellCheck={false}
          className="h-12 w-full bg-transparent pr-4 pl-10 text-[14px] outline-none placeholder:text-faint"
        />
      </div>
      <Autocomplete.Empty className="empty:hidden">
        {found.length === 0 && <p className="px-4 py-6 text-center text-[13px] text-faint">{text.nothingFound(typed)}</p>}
      </Autocomplete.Empty>
      <Autocomplete.List
        aria-label={copy.app.commands.palette}
        className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 outline-none empty:hidden"
      >
        {({ value, items }: PaletteSection) => (
          <Autocomplete.Group key={value} items={items as PaletteEntry[]} className="not-first:mt-2">
            <Autocomplete.GroupLabel className="px-2 py-1 font-medium text-[12px] text-faint">{text.groups[value]}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: PaletteEntry) => (
                <Autocomplete.Item
                  key={entry.id}
                  value={entry}
                  onClick={() => onChoose(entry)}
                  className="group flex min-h-8 items-center gap-3 rounded-md px-2 text-[13px] outline-none data-[highlighted]:bg-accent-soft"
                >
                  <span className="min-w-0 truncate">{entry.name}</span>
                  {entry.place && <span className="min-w-0 flex-1 truncate text-[12px] text-soft">{entry.place}</span>}
                  {entry.keys && <kbd className="ml-auto shrink-0 font-mono text-[12px] text-soft">{entry.keys}</kbd>}
                  {!entry.keys && (
                    <CornerDownLeft
                      size={13}
                      aria-hidden
                      className="invisible ml-auto shrink-0 text-faint group-data-[highlighted]:visible"
                    />
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}
