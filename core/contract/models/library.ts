import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { role } from '../chat/turn'
import { fileCodes, serverCodes } from '../errors/error-groups'
import { errorsOf, failureSchema } from '../errors/errors'
import { downloadPause } from '../errors/server-reasons'
import { everyMs, streamId } from '../wire/streams'
import { modelOrigins } from './model-origins'
import { modelFile } from './models'

const nothing = z.object({})
const count = z.number().nonnegative()
const path = z.string().min(1).max(32_768)
const transferId = z.object({ transferId: z.string() })
const modelId = z.object({ modelId: z.string() })

export const libraryFolder = z.object({
  path: z.string(),
  /** `folder` if the user added it, otherwise the program that owns it. */
  origin: z.enum(modelOrigins),
  /** Only folders of other programs can be switched off. */
  isOn: z.boolean(),
  models: count,
})
export type LibraryFolder = z.infer<typeof libraryFolder>

export const transfer = z.object({
  id: z.string(),
  kind: z.enum(['download', 'copy', 'move']),
  name: z.string(),
  /** A URL without its query, or a path. */
  source: z.string(),
  path: z.string(),
  parts: count,
  status: z.enum(['waiting', 'running', 'paused', 'verifying', 'done', 'failed']),
  doneBytes: count,
  totalBytes: count,
  bytesPerSecond: count.nullable(),
  secondsLeft: count.nullable(),
  pause: downloadPause.nullable(),
  failure: failureSchema.nullable(),
  modelId: z.string().nullable(),
  /** null if the server publishes only the length. */
  verifiedBy: z.enum(['sha256']).nullable(),
})
export type Transfer = z.infer<typeof transfer>

export const libraryState = z.object({
  network: z.object({
    isOffline: z.boolean(),
    isForced: z.boolean(),
    /** `https://huggingface.co`, or the address in HF_ENDPOINT. */
    hub: z.string(),
    /** A token in `memory` lasts until the app closes, because the system has no keychain. */
    token: z.enum(['none', 'keychain', 'memory', 'environment']),
  }),
  folders: z.array(libraryFolder),
  scan: z.object({
    isRunning: z.boolean(),
    files: count,
    refused: z.array(z.object({ path: z.string(), failure: failureSchema })),
  }),
  transfers: z.array(transfer),
})
export type LibraryState = z.infer<typeof libraryState>

export const remoteModel = z.object({
  url: z.string(),
  path: z.string(),
  sizeBytes: count.nullable(),
  parts: count,
  hasHash: z.boolean(),
  isNamed: z.boolean(),
  modelId: z.string().nullable(),
})
export type RemoteModel = z.infer<typeof remoteModel>

export const remoteListing = z.object({
  /** `owner/name`, or the host of a single file. */
  title: z.string(),
  revision: z.string().nullable(),
  models: z.array(remoteModel),
})
export type RemoteListing = z.infer<typeof remoteListing>

export const foundRepository = z.object({
  repository: z.string(),
  /** In the last 30 days. */
  downloads: count,
})
export type FoundRepository = z.infer<typeof foundRepository>

export const modelFit = z.object({
  modelId: z.string(),
  /** The longest context that fits now, with K and V in f16. null if the file is unreadable. 0 if no context fits. */
  contextTokens: count.nullable(),
  /** The context with which the model would load now, with its stored settings. null if the file is unreadable. */
  loadsTokens: count.nullable(),
})
export type ModelFit = z.infer<typeof modelFit>

export const importCandidate = z.object({
  path: z.string(),
  name: z.string(),
  sizeBytes: count,
  parts: count,
  sameAs: z.string().nullable(),
})
export type ImportCandidate = z.infer<typeof importCandidate>

const templateCharacters = 200_000
const template = z.string().max(templateCharacters)

export const chatTemplateReport = z.object({
  own: z.string().nullable(),
  override: z.string().nullable(),
})
export type ChatTemplateReport = z.infer<typeof chatTemplateReport>

const messages = z.array(z.object({ role, text: z.string().max(10_000) })).max(20)

const listingErrors = errorsOf('address-unclear', 'repository-refused', 'repository-without-gguf', ...serverCodes)
const storeErrors = errorsOf('disk-full', 'store-failed')
const templateErrors = errorsOf('model-not-found', 'template-failed', ...fileCodes)

export const libraryContract = {
  follow: oc.input(z.object({ streamId, everyMs })).output(eventIterator(libraryState)),

  scan: oc.output(nothing),
  addFolder: oc
    .errors({ ...storeErrors, ...errorsOf('folder-unusable', 'file-address-unusable') })
    .input(z.object({ path }))
    .output(nothing),
  addFolderDialog: oc
    .errors({ ...storeErrors, ...errorsOf('folder-unusable', 'not-on-this-host') })
    .output(z.object({ added: z.boolean() })),
  /** A folder of another program is only switched off. The files stay. */
  leaveFolder: oc.errors(storeErrors).input(z.object({ path })).output(nothing),
  readFolder: oc.errors(storeErrors).input(z.object({ path })).output(nothing),
  reveal: oc.errors(errorsOf('model-not-found', 'not-on-this-host')).input(modelId).output(nothing),
  /** Moves the file to the system's trash if the host can. Otherwise, deletes it. */
  removeFromDisk: oc
    .errors({
      ...storeErrors,
      ...errorsOf('model-not-found', 'model-in-use', 'managed-elsewhere', 'file-not-found', 'file-unreadable', 'not-a-file'),
    })
    .input(modelId)
    .output(nothing),
  fits: oc.input(z.object({ modelIds: z.array(z.string()).max(100) })).output(z.array(modelFit)),

  setOffline: oc
    .errors(storeErrors)
    .input(z.object({ isOffline: z.boolean() }))
    .output(nothing),
  /** null removes the token. No window ever receives a token. */
  setToken: oc
    .errors({ ...storeErrors, ...errorsOf('token-unusable') })
    .input(z.object({ token: z.string().min(1).max(1000).nullable() }))
    .output(nothing),
  /** `address` is anything that main/library/hub/model-address.ts parses, such as `owner/name`, `hf:owner/name` or a URL. */
  browse: oc
    .errors(listingErrors)
    .input(z.object({ address: z.string().max(4096) }))
    .output(remoteListing),
  search: oc
    .errors(errorsOf('search-refused', ...serverCodes))
    .input(z.object({ words: z.string().max(200) }))
    .output(z.array(foundRepository)),
  /** Returns the transfer that already downloads `url`, if any. */
  download: oc
    .errors({ ...listingErrors, ...storeErrors, ...errorsOf('file-exists', 'folder-unusable') })
    .input(z.object({ url: z.string().max(4096) }))
    .output(transferId),
  pause: oc.errors(errorsOf('transfer-not-found')).input(transferId).output(nothing),
  resume: oc.errors(errorsOf('transfer-not-found')).input(transferId).output(nothing),
  /** Deletes the part file. Removes a finished transfer from the list. */
  cancel: oc.errors(errorsOf('transfer-not-found')).input(transferId).output(nothing),

  lookAt: oc
    .errors(errorsOf(...fileCodes, 'architecture-unsupported', 'model-cannot-chat', 'folder-unusable'))
    .input(z.object({ paths: z.array(path).max(1000) }))
    .output(z.array(importCandidate)),
  take: oc
    .errors({
      ...storeErrors,
      ...errorsOf(...fileCodes, 'architecture-unsupported', 'model-cannot-chat', 'file-exists', 'not-enough-disk'),
    })
    .input(z.object({ path, how: z.enum(['link', 'copy', 'move']) }))
    .output(modelFile.nullable()),

  template: {
    read: oc.errors(templateErrors).input(modelId).output(chatTemplateReport),
    test: oc
      .errors(templateErrors)
      .input(modelId.extend({ template, messages }))
      .output(z.object({ text: z.string() })),
    /** null restores the file's template. Takes effect at the next load. */
    write: oc
      .errors({ ...templateErrors, ...storeErrors })
      .input(modelId.extend({ template: template.nullable() }))
      .output(nothing),
  },
}
