import { useEffect, useState } from 'react'
import { copy } from '../../core/copy/copy'
import { conversationStore } from '../chat/conversation/conversation-store'
import { attach } from '../chat/documents/document-store'
import { importConversations } from '../chat/import/import-store'
import { isDesktop, pathOf } from '../client/transport'
import { takeDropped } from '../compare/take-dropped'
import { lookAt } from '../models/import-store'
import { openEntries, openFiles } from '../models/library/model-actions'
import { fileChoice } from '../planner/plan/plan-choice'
import { choose } from '../planner/plan/planner-store'
import { type Screen, showScreen, useWindow, windowStore } from '../window/window-store'

export function DropZone() {
  const [over, setOver] = useState<'list' | 'screen'>()
  const screen = useWindow((state) => state.screen)
  useEffect(() => {
    const carriesFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!carriesFile(event)) return
      depth++
      setOver(placeOf(event))
    }
    const leave = () => {
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(undefined)
    }
    const hover = (event: DragEvent) => carriesFile(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      if (!carriesFile(event)) return
      event.preventDefault()
      depth = 0
      setOver(undefined)
      const dropped = [...(event.dataTransfer?.files ?? [])]
      const [file] = dropped
      if (!file) return
      if (placeOf(event) === 'list') return void importConversations(dropped)
      if (windowStore.getState().screen === 'compare' && takeDropped(file)) return
      if (windowStore.getState().screen === 'planner') return void choose(fileChoice(file))
      const entries = entriesOf(event)
      const documents = windowStore.getState().screen === 'chat' ? documentsAmong(dropped, entries) : []
      if (documents.length > 0) void attach(conversationStore.getState().openId, documents)
      const files = dropped.filter((one) => !documents.includes(one))
      if (files.length === 0) return
      showScreen('models')
      const paths = files.map(pathOf)
      const hasFolder = entries.some(({ isDirectory }) => isDirectory)
      if (hasFolder && paths.includes(undefined)) void openEntries(entries)
      else if ((files.length === 1 && !hasFolder) || paths.includes(undefined)) void openFiles(files)
      else void lookAt(paths.filter((path) => path !== undefined))
    }
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('dragover', hover)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('dragover', hover)
      window.removeEventListener('drop', drop)
    }
  }, [])
  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-2xl border-2 border-accent border-dashed bg-paper/90">
      <p className="rounded-lg bg-paper px-4 py-2 font-medium text-lg">{over === 'list' ? copy.chat.imports.drop : wordsFor(screen)}</p>
    </div>
  )
}

/** Folders and .gguf files hold models. */
const documentsAmong = (files: readonly File[], entries: readonly FileSystemEntry[]): File[] =>
  entries.some(({ isDirectory }) => isDirectory) ? [] : files.filter(({ name }) => !/\.gguf$/i.test(name))

const placeOf = ({ target }: DragEvent): 'list' | 'screen' =>
  target instanceof Element && target.closest('[data-drop="conversations"]') ? 'list' : 'screen'

function wordsFor(screen: Screen): string {
  if (screen === 'planner') return copy.app.drop.plan
  if (screen === 'compare') return copy.app.drop.compare
  if (screen === 'chat') return copy.app.drop.chat
  return isDesktop ? copy.app.drop.open : copy.app.drop.copyIn
}

/** Call it during the event, because the browser removes the items afterward. */
function entriesOf({ dataTransfer }: DragEvent): FileSystemEntry[] {
  return [...(dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
}
