import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { role } from '../chat/turn'
import { errorsOf, failureSchema, fileCodes, serverCodes } from '../errors/errors'
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
  /** `folder`: the user's; otherwise the program that owns it. */
  origin: z.enum(modelOrigins),
  /** Only folders of other programs can be off. */
  isOn: z.boolean(),
  models: count,
})
export type LibraryFolder = z.infer<typeof libraryFolder>

export const transfer = z.object({
  id: z.string(),
  kind: z.enum(['download', 'copy', 'move']),
  /** Of the first part. */
  name: z.string(),
  /** An address without its query, or a path. */
  source: z.string(),
  path: z.string(),
  parts: count,
  status: z.enum(['waiting', 'running', 'paused', 'verifying', 'done', 'failed']),
  doneBytes: count,
  totalBytes: count,
  /** Over the last seconds; null: unknown. */
  bytesPerSecond: count.nullable(),
  secondsLeft: count.nullable(),
  /** What it waits for, as a sentence: `The connection broke off; trying again in 5 s.` */
  pause: downloadPause.nullable(),
  failure: failureSchema.nullable(),
  modelId: z.string().nullable(),
  /** null: the server publishes only the length. */
  verifiedBy: z.enum(['sha256']).nullable(),
})
export type Transfer = z.infer<typeof transfer>

export const libraryState = z.object({
  network: z.object({
    isOffline: z.boolean(),
    /** HEADROOM_OFFLINE is set. */
    isForced: z.boolean(),
    /** `https://huggingface.co`, or HF_ENDPOINT. */
    hub: z.string(),
    /** `memory`: until the app closes, because there is no keychain. */
    token: z.enum(['none', 'keychain', 'memory', 'environment']),
  }),
  folders: z.array(libraryFolder),
  scan: z.object({
    isRunning: z.boolean(),
    files: count,
    /** Named like models but unusable; at most 100. */
    refused: z.array(z.object({ path: z.string(), failure: failureSchema })),
  }),
  transfers: z.array(transfer),
})
export type LibraryState = z.infer<typeof libraryState>

/** One file, or all parts of a split model. */
export const remoteModel = z.object({
  /** Of the first part. */
  url: z.string(),
  /** Of the first part, within the repository. */
  path: z.string(),
  sizeBytes: count.nullable(),
  parts: count,
  /** For all parts. */
  hasHash: z.boolean(),
  isNamed: z.boolean(),
  modelId: z.string().nullable(),
})
export type RemoteModel = z.infer<typeof remoteModel>

export const remoteListing = z.object({
  /** `owner/name`, or the host of a single file. */
  title: z.string(),
  /** null: a single file. */
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

/** What fits on this machine now, with K and V in f16. */
export const modelFit = z.object({
  modelId: z.string(),
  /** null: unreadable. 0: nothing fits. */
  contextTokens: count.nullable(),
})
export type ModelFit = z.infer<typeof modelFit>

export const importCandidate = z.object({
  path: z.string(),
  name: z.string(),
  sizeBytes: count,
  parts: count,
  /** The model in the list with the same bytes. */
  sameAs: z.string().nullable(),
})
export type ImportCandidate = z.infer<typeof importCandidate>

/** Real ones have up to 20,000. */
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
  /** false: cancelled. */
  addFolderDialog: oc
    .errors({ ...storeErrors, ...errorsOf('folder-unusable', 'not-on-this-host') })
    .output(z.object({ added: z.boolean() })),
  /** Removes a folder from the list, or switches off a folder of another program. Files stay. */
  leaveFolder: oc.errors(storeErrors).input(z.object({ path })).output(nothing),
  readFolder: oc.errors(storeErrors).input(z.object({ path })).output(nothing),
  reveal: oc.errors(errorsOf('model-not-found', 'not-on-this-host')).input(modelId).output(nothing),
  /** To the desktop's bin; deletes if there is none. */
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
  /** null removes it. Never sent to a window. */
  setToken: oc
    .errors({ ...storeErrors, ...errorsOf('token-unusable') })
    .input(z.object({ token: z.string().min(1).max(1000).nullable() }))
    .output(nothing),
  /** `owner/name`, an `hf:` address or an https address. Uses the network. */
  browse: oc
    .errors(listingErrors)
    .input(z.object({ address: z.string().max(4096) }))
    .output(remoteListing),
  /** A few dozen at most. Uses the network. */
  search: oc
    .errors(errorsOf('search-refused', ...serverCodes))
    .input(z.object({ words: z.string().max(200) }))
    .output(z.array(foundRepository)),
  /** Returns a download under way. `url`: from `browse`. Uses the network. */
  download: oc
    .errors({ ...listingErrors, ...storeErrors, ...errorsOf('file-exists', 'folder-unusable') })
    .input(z.object({ url: z.string().max(4096) }))
    .output(transferId),
  pause: oc.errors(errorsOf('transfer-not-found')).input(transferId).output(nothing),
  resume: oc.errors(errorsOf('transfer-not-found')).input(transferId).output(nothing),
  /** Deletes the part file; removes a finished transfer from the list. */
  cancel: oc.errors(errorsOf('transfer-not-found')).input(transferId).output(nothing),

  lookAt: oc
    .errors(errorsOf(...fileCodes, 'architecture-unsupported', 'model-cannot-chat', 'folder-unusable'))
    .input(z.object({ paths: z.array(path).max(1000) }))
    .output(z.array(importCandidate)),
  /** `copy` and `move` start a transfer. */
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
    /** null: the file's. Takes effect at the next load. */
    write: oc
      .errors({ ...templateErrors, ...storeErrors })
      .input(modelId.extend({ template: template.nullable() }))
      .output(nothing),
  },
}
