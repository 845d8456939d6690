/** Files on their way into an unsent message. Attached documents are in the composer's text. */
import { createStore } from 'zustand/vanilla'
import { documentBytes, mostDocuments, receivedBytes } from '../../../core/contract/chat/document-limits'
import type { AttachedDocument } from '../../../core/contract/chat/documents'
import { CodedError, coded } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { documentAddress, isDesktop, pathOf } from '../../client/transport'
import { changeComposerText, composerTextOf, composerTextStore } from '../conversation/composer-texts'

export interface DocumentState {
  /** Names of the files that are being read. */
  readonly reading: readonly string[]
  readonly troubles: readonly ShownFailure[]
}
export const documentStore = createStore<DocumentState>(() => ({ reading: [], troubles: [] }))
const { setState } = documentStore

export const dismissDocumentTrouble = (trouble: ShownFailure): void =>
  setState(({ troubles }) => ({ troubles: troubles.filter((one) => one !== trouble) }))

export const dismissDocumentTroubles = (): void => setState({ troubles: [] })

/** In the order of the files. The other files are attached even if one cannot be read. */
export async function attach(conversationId: string | null, files: readonly File[]): Promise<void> {
  setState(({ reading }) => ({ troubles: [], reading: [...reading, ...files.map(({ name }) => name)] }))
  for (const file of files) {
    try {
      addDocument(conversationId, await readDocument(file))
    } catch (error) {
      const trouble = shownFailure(error)
      setState(({ troubles }) => ({ troubles: [...troubles, trouble] }))
    }
    setState(({ reading }) => ({ reading: reading.toSpliced(reading.indexOf(file.name), 1) }))
  }
}

/** Throws `document-refused` if the message has as many documents as possible. */
export function addDocument(conversationId: string | null, document: AttachedDocument): void {
  const { documents } = composerTextOf(composerTextStore.getState(), conversationId)
  if (documents.length >= mostDocuments)
    throw coded('document-refused', { name: document.name, reason: { kind: 'too-many', limit: mostDocuments } })
  changeComposerText(conversationId, { documents: [...documents, { document, pages: '' }] })
}

/** On the desktop, the host reads the path, if the file has one. A browser sends the bytes. */
export async function readDocument(file: File): Promise<AttachedDocument> {
  const { name } = file
  if (/\.gguf$/i.test(name)) throw coded('document-refused', { name, reason: { kind: 'model' } })
  if (file.size > documentBytes) throw coded('document-refused', { name, reason: { kind: 'too-large', limitBytes: documentBytes } })
  const path = pathOf(file)
  if (path) return (await connectedHost()).documents.open({ path })
  if (isDesktop) {
    if (file.size > receivedBytes) throw coded('document-refused', { name, reason: { kind: 'too-large', limitBytes: receivedBytes } })
    return (await connectedHost()).documents.receive({ name, base64: await base64Of(file) })
  }
  const response = await fetch(documentAddress(name), { method: 'POST', body: file })
  const answer = (await response.json()) as { ok: true; document: AttachedDocument } | { ok: false; failure: Failure }
  if (!answer.ok) throw new CodedError(answer.failure)
  return answer.document
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  // A call takes a limited number of arguments.
  for (let from = 0; from < bytes.length; from += 8192) binary += String.fromCharCode(...bytes.subarray(from, from + 8192))
  return btoa(binary)
}
