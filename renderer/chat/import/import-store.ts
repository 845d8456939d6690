import { createStore } from 'zustand/vanilla'
import { importPieceCharacters } from '../../../core/contract/chat/import-limits'
import type { ImportSummary } from '../../../core/contract/chat/imports'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { showScreen } from '../../window/window-store'
import { open } from '../conversation/conversation-store'

export interface ImportState {
  /** Of the file that is being read. null if no import is under way. */
  readonly percent: number | null
  readonly summary: ImportSummary | undefined
  readonly trouble: ShownFailure | undefined
}

const nothing: ImportState = { percent: null, summary: undefined, trouble: undefined }

export const chatImportStore = createStore<ImportState>(() => nothing)
const { setState, getState } = chatImportStore

export const closeSummary = (): void => setState({ summary: undefined })
export const dismissImportTrouble = (): void => setState({ trouble: undefined })

/** A character takes at least one byte, and the decoder keeps up to three bytes of a character for the next piece. */
const pieceBytes = importPieceCharacters - 3

export async function importConversations(file: File): Promise<void> {
  if (getState().percent !== null) return
  setState({ ...nothing, percent: 0 })
  try {
    const summary = await send(file)
    setState({ percent: null, summary })
    if (summary.conversationId === null) return
    showScreen('chat')
    await open(summary.conversationId)
  } catch (error) {
    setState({ percent: null, trouble: shownFailure(error) })
  }
}

async function send(file: File): Promise<ImportSummary> {
  const host = await connectedHost()
  const { importId } = await host.imports.begin({ name: file.name, sizeBytes: file.size })
  const decoder = new TextDecoder()
  for (let at = 0; at < file.size; at += pieceBytes) {
    const bytes = await file.slice(at, at + pieceBytes).arrayBuffer()
    await host.imports.append({ importId, text: decoder.decode(bytes, { stream: true }) })
    setState({ percent: Math.floor((100 * Math.min(file.size, at + pieceBytes)) / file.size) })
  }
  return host.imports.finish({ importId })
}
