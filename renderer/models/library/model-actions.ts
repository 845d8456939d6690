import { createStore } from 'zustand/vanilla'
import { CodedError, coded } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import type { ModelFile } from '../../../core/contract/models/models'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { pathOf, uploadAddress } from '../../client/transport'
import { showScreen } from '../../window/window-store'
import { filesIn } from './files-in-folders'

export interface ModelActionsState {
  readonly trouble: ShownFailure | undefined
  readonly upload: { readonly name: string; readonly share: number } | undefined
}
export const modelActions = createStore<ModelActionsState>(() => ({ trouble: undefined, upload: undefined }))
const { setState } = modelActions

export const dismissTrouble = (): void => setState({ trouble: undefined })

async function attempt(work: () => Promise<ModelFile | null | undefined>): Promise<void> {
  try {
    const file = await work()
    setState({ trouble: undefined })
    if (file) await load(file.id)
  } catch (error) {
    setState({ trouble: shownFailure(error) })
  }
}

export async function load(modelId: string): Promise<void> {
  showScreen('chat')
  await (await connectedHost()).models.load({ modelId })
}
export const openPath = (path: string): Promise<void> => attempt(async () => (await connectedHost()).models.open({ path }))
export const openByDialog = (): Promise<void> => attempt(async () => (await connectedHost()).models.openDialog())
export const forget = (modelId: string): Promise<void> =>
  attempt(async () => {
    await (await connectedHost()).models.forget({ modelId })
    return null
  })

/** On the desktop, the host reads the path. A browser uploads the file. Throws the host's coded errors. */
export async function addFile(file: File): Promise<ModelFile> {
  const path = pathOf(file)
  return path ? (await connectedHost()).models.open({ path }) : upload(file)
}
export const openFile = (file: File): Promise<void> => attempt(() => addFile(file))

export async function openFiles(files: readonly File[]): Promise<void> {
  for (const file of files.slice(0, -1))
    await attempt(async () => {
      await upload(file)
      return null
    })
  for (const file of files.slice(-1)) await openFile(file)
}

export async function openEntries(entries: readonly FileSystemEntry[]): Promise<void> {
  const files = await filesIn(entries)
  const [first] = entries
  if (files.length > 0) await openFiles(files)
  else if (first) setState({ trouble: shownFailure(coded('upload-refused', { name: first.name, reason: { kind: 'no-gguf-in-folder' } })) })
}

async function upload(file: File): Promise<ModelFile> {
  const magic = new TextDecoder('latin1').decode(await file.slice(0, 4).arrayBuffer())
  if (magic !== 'GGUF') throw coded('gguf-not-a-model', { path: file.name, magic: magic.replace(/[^\x20-\x7e]/g, '?') })
  try {
    return await transfer(file)
  } finally {
    setState({ upload: undefined })
  }
}

/** fetch reports no upload progress. */
function transfer(file: File): Promise<ModelFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', uploadAddress(file.name))
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => setState({ upload: { name: file.name, share: total > 0 ? loaded / total : 0 } })
    request.onload = () => {
      const answer = request.response as { ok: true; model: ModelFile } | { ok: false; failure: Failure } | null
      if (answer?.ok) resolve(answer.model)
      else reject(answer?.failure ? new CodedError(answer.failure) : new Error(`The upload ended with ${request.status}`))
    }
    request.onerror = () => reject(new Error('The upload broke off'))
    request.send(file)
  })
}
