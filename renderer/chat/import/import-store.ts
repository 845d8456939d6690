import { createStore } from 'zustand/vanilla'
import { importPieceCharacters } from '../../../core/contract/chat/import-limits'
import type { ImportSummary } from '../../../core/contract/chat/imports'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { showScreen } from '../../window/window-store'
import { open } from '../conversation/conversation-store'
import { type FileOutcome, type ImportOutcome, outcomeOf, singleConversation } from './import-outcome'

export interface ImportState {
  /** How much of all files has been read. null if no import is running. */
  readonly percent: number | null
  readonly outcome: ImportOutcome | undefined
  readonly trouble: ShownFailure | undefined
}

const nothing: ImportState = { percent: null, outcome: undefined, trouble: undefined }

export const chatImportStore = createStore<ImportState>(() => nothing)
const { setState, getState } = chatImportStore

export const closeOutcome = (): void => setState({ outcome: undefined })
export const dismissImportTrouble = (): void => setState({ trouble: undefined })

/** A character takes at least one byte, and the decoder keeps up to three bytes of a character for the next piece. */
const pieceBytes = importPieceCharacters - 3

/** Imports the files one after another. A file that is refused does not stop the others. */
export async function importConversations(files: readonly File[]): Promise<void> {
  if (getState().percent !== null) return
  setState({ ...nothing, percent: 0 })
  const totalBytes = files.reduce((total, { size }) => total + size, 0)
  let doneBytes = 0
  const done: FileOutcome[] = []
  for (const file of files) {
    const showSent = (bytes: number) => setState({ percent: Math.floor((100 * (doneBytes + bytes)) / totalBytes) })
    done.push(await outcomeOfFile(file, showSent))
    doneBytes += file.size
  }
  const [first] = done
  if (done.length === 1 && first && 'failure' in first) return setState({ percent: null, trouble: first.failure })
  setState({ percent: null, outcome: outcomeOf(done) })
  await openConversation(singleConversation(done))
}

async function openConversation(id: string | null): Promise<void> {
  if (id === null) return
  showScreen('chat')
  try {
    await open(id)
  } catch (error) {
    setState({ trouble: shownFailure(error) })
  }
}

async function outcomeOfFile(file: File, showSent: (bytes: number) => void): Promise<FileOutcome> {
  try {
    return { file: file.name, summary: await send(file, showSent) }
  } catch (error) {
    return { file: file.name, failure: shownFailure(error) }
  }
}

async function send(file: File, showSent: (bytes: number) => void): Promise<ImportSummary> {
  const host = await connectedHost()
  const { importId } = await host.imports.begin({ name: file.name, sizeBytes: file.size })
  const decoder = new TextDecoder()
  for (let at = 0; at < file.size; at += pieceBytes) {
    const bytes = await file.slice(at, at + pieceBytes).arrayBuffer()
    await host.imports.append({ importId, text: decoder.decode(bytes, { stream: true }) })
    showSent(Math.min(file.size, at + pieceBytes))
  }
  return host.imports.finish({ importId })
}
