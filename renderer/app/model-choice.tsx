import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ModelFile } from '../../core/contract/models/models'
import { copy } from '../../core/copy/copy'
import { formatBytes } from '../../core/text/amounts'
import { useApp } from '../client/use-app'
import { forgetFitting, learnFitting, libraryStore } from '../models/library/library-store'
import { load } from '../models/library/model-actions'
import { MoreItem, MoreSeparator } from '../ui/controls/more-menu'
import { usePreferences } from '../window/preference-store'
import { showModelChoice, showScreen, useWindow } from '../window/window-store'

const mostRecent = 6
const mostOthers = 8

export interface ModelChoiceProps {
  readonly name: string
  readonly title?: string | undefined
  readonly look: 'name' | 'button'
}

const looks: Readonly<Record<ModelChoiceProps['look'], string>> = {
  name: 'px-1 font-medium hover:bg-sunken data-[popup-open]:bg-sunken',
  button: 'h-8 border border-line-strong bg-raised px-3 hover:bg-sunken',
}

/** The models on this machine, recently used ones first. A click loads one. */
export function ModelChoice({ name, title, look }: ModelChoiceProps) {
  const isOpen = useWindow((state) => state.modelChoiceOpen)
  return (
    <Menu.Root open={isOpen} onOpenChange={showModelChoice}>
      <Menu.Trigger title={title} data-tour="model" className={`flex min-w-0 items-center gap-1 rounded-md text-[13px] ${looks[look]}`}>
        <span className="min-w-0 truncate">{name}</span>
        <ChevronDown size={14} className="shrink-0 text-faint" aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="start" className="z-50">
          <Menu.Popup className="max-h-(--available-height) w-88 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-md border border-line bg-raised py-1 shadow-raised">
            <Models />
            <MoreItem onClick={() => showScreen('models')}>{copy.app.modelBar.menu.more}</MoreItem>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Models() {
  const model = useApp((state) => state.app?.model)
  const models = useApp((state) => state.models)
  const loadedId = model?.status === 'ready' ? model.file.id : null
  const { recent, others } = useMemo(() => {
    const present = models.filter(({ missing }) => !missing)
    const used = present.filter(({ id, lastOpenedAt }) => lastOpenedAt !== null || id === loadedId).slice(0, mostRecent)
    return { recent: used, others: present.filter((file) => !used.includes(file)).slice(0, mostOthers) }
  }, [models, loadedId])
  useEffect(() => {
    forgetFitting()
    void learnFitting([...recent, ...others].map(({ id }) => id))
  }, [recent, others])
  const text = copy.app.modelBar.menu
  if (recent.length + others.length === 0) return null
  return (
    <>
      <Menu.RadioGroup value={loadedId} onValueChange={(id: string) => id !== loadedId && void load(id)}>
        <Group name={text.recent} files={recent} />
        <Group name={recent.length > 0 ? text.others : text.all} files={others} />
      </Menu.RadioGroup>
      <MoreSeparator />
    </>
  )
}

function Group({ name, files }: { readonly name: string; readonly files: readonly ModelFile[] }) {
  const fitting = useStore(libraryStore, (state) => state.fitting)
  const loads = useStore(libraryStore, (state) => state.loads)
  const details = usePreferences((values) => values.details)
  const fits = ({ id }: ModelFile) =>
    details ? copy.app.modelBar.menu.fits(fitting[id], loads[id]) : copy.models.row.plainFits(fitting[id])
  if (files.length === 0) return null
  return (
    <Menu.Group>
      <Menu.GroupLabel className="px-3 py-1 font-medium text-[12px] text-faint">{name}</Menu.GroupLabel>
      {files.map((file) => (
        <Menu.RadioItem
          key={file.id}
          value={file.id}
          title={file.path}
          closeOnClick
          className="grid grid-cols-[minmax(0,1fr)_16px] items-center gap-x-3 px-3 py-1.5 text-[13px] outline-none data-[highlighted]:bg-accent-soft"
        >
          <span className="min-w-0">
            <span className="block truncate">{file.name}</span>
            <span className="block truncate text-[12px] text-soft">
              {formatBytes(file.sizeBytes)} · {fits(file)}
            </span>
          </span>
          <Menu.RadioItemIndicator>
            <Check size={14} aria-hidden />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.Group>
  )
}
