/** What a window asks of the library: what is on this machine, what is fetched, and what becomes of it. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { role } from '../chat/turn'
import { errorsOf, failureSchema, fileCodes, serverCodes } from '../errors/errors'
import { everyMs, streamId } from '../wire/streams'
import { modelOrigins } from './model-origins'
import { modelFile } from './models'

const nothing = z.object({})
const count = z.number().nonnegative()
const path = z.string().min(1).max(32_768)
const transferId = z.object({ transferId: z.string() })
const modelId = z.object({ modelId: z.string() })

/** A folder whose models are read where they lie. */
export const libraryFolder = z.object({
  path: z.string(),
  /** `folder`: the user added it; else the program that it belongs to. */
  origin: z.enum(modelOrigins),
  /** It is looked through; a folder of another program can be left out. */
  isOn: z.boolean(),
  models: count,
})
export type LibraryFolder = z.infer<typeof libraryFolder>

/** Bytes on their way: from a server, or from another folder. */
export const transfer = z.object({
  id: z.string(),
  kind: z.enum(['download', 'copy', 'move']),
  /** Name of the file, the first part of a split model. */
  name: z.string(),
  /** Where it comes from: an address without its query, or a path. */
  source: z.string(),
  /** Where it will be. */
  path: z.string(),
  parts: count,
  status: z.enum(['waiting', 'running', 'paused', 'verifying', 'done', 'failed']),
  doneBytes: count,
  totalBytes: count,
  /** Over the last seconds; null while nothing can be said. */
  bytesPerSecond: count.nullable(),
  secondsLeft: count.nullable(),
  /** What it waits for, as a sentence: `The connection broke off; trying again in 5 s.` */
  note: z.string().nullable(),
  failure: failureSchema.nullable(),
  /** Once it is there: the model of the list. */
  modelId: z.string().nullable(),
  /** How it was compared with what the server publishes; null: nothing was published but its length. */
  verifiedBy: z.enum(['sha256']).nullable(),
})
export type Transfer = z.infer<typeof transfer>

export const libraryState = z.object({
  network: z.object({
    isOffline: z.boolean(),
    /** HEADROOM_OFFLINE is set: no switch changes it. */
    isForced: z.boolean(),
    /** `https://huggingface.co`, or the mirror that HF_ENDPOINT names. */
    hub: z.string(),
    /** Where the access token is: `memory` until the app is closed, because there is no keychain. */
    token: z.enum(['none', 'keychain', 'memory', 'environment']),
  }),
  folders: z.array(libraryFolder),
  scan: z.object({
    isRunning: z.boolean(),
    files: count,
    /** Files named like models that are none, with what is wrong; the first hundred. */
    refused: z.array(z.object({ path: z.string(), failure: failureSchema })),
  }),
  transfers: z.array(transfer),
})
export type LibraryState = z.infer<typeof libraryState>

/** A model of a repository: one file, or the parts of a split one together. */
export const remoteModel = z.object({
  /** Address of the first part. */
  url: z.string(),
  /** Within the repository, the first part. */
  path: z.string(),
  sizeBytes: count.nullable(),
  parts: count,
  /** The server publishes SHA-256 sums of all parts. */
  hasHash: z.boolean(),
  /** The address that was typed names this one. */
  isNamed: z.boolean(),
  /** The model of the list that was downloaded from here; null: none. */
  modelId: z.string().nullable(),
})
export type RemoteModel = z.infer<typeof remoteModel>

export const remoteListing = z.object({
  /** `owner/name`, or the host of a single file. */
  title: z.string(),
  /** Branch, tag or commit; null for a single file. */
  revision: z.string().nullable(),
  models: z.array(remoteModel),
})
export type RemoteListing = z.infer<typeof remoteListing>

export const foundRepository = z.object({
  /** `owner/name`. */
  repository: z.string(),
  /** In the last 30 days, as the hub counts. */
  downloads: count,
})
export type FoundRepository = z.infer<typeof foundRepository>

/** How long a context fits a model now, on this machine, with K and V in f16. */
export const outlook = z.object({
  modelId: z.string(),
  /** Null: its file cannot be read now. 0: not even the shortest fits. */
  contextTokens: count.nullable(),
})
export type Outlook = z.infer<typeof outlook>

export const importCandidate = z.object({
  path: z.string(),
  name: z.string(),
  sizeBytes: count,
  parts: count,
  /** A model of the list with the same bytes. */
  sameAs: z.string().nullable(),
})
export type ImportCandidate = z.infer<typeof importCandidate>

/** Longest template that is stored: real ones have up to some 20,000 characters. */
const templateCharacters = 200_000
const template = z.string().max(templateCharacters)

export const chatTemplateReport = z.object({
  /** In the file; null: it has none. */
  own: z.string().nullable(),
  /** The user's own, in its place; null: none. */
  override: z.string().nullable(),
})
export type ChatTemplateReport = z.infer<typeof chatTemplateReport>

const messages = z.array(z.object({ role, text: z.string().max(10_000) })).max(20)

const listingErrors = errorsOf('address-unclear', 'repository-refused', 'repository-without-gguf', ...serverCodes)
const storeErrors = errorsOf('disk-full', 'store-failed')
const templateErrors = errorsOf('model-not-found', 'template-failed', ...fileCodes)

export const libraryContract = {
  follow: oc.input(z.object({ streamId, everyMs })).output(eventIterator(libraryState)),

  /** Looks through all folders for what is new, changed or gone; the state tells how it goes. */
  scan: oc.output(nothing),
  addFolder: oc
    .errors({ ...storeErrors, ...errorsOf('folder-unusable', 'file-address-unusable') })
    .input(z.object({ path }))
    .output(nothing),
  /** The desktop's folder dialog; false when it was cancelled. */
  addFolderDialog: oc
    .errors({ ...storeErrors, ...errorsOf('folder-unusable', 'not-on-this-host') })
    .output(z.object({ added: z.boolean() })),
  /** One that the user added leaves the list, one of another program is left out; its files stay. */
  leaveFolder: oc.errors(storeErrors).input(z.object({ path })).output(nothing),
  readFolder: oc.errors(storeErrors).input(z.object({ path })).output(nothing),
  /** Shows the file in the desktop's file manager. */
  reveal: oc.errors(errorsOf('model-not-found', 'not-on-this-host')).input(modelId).output(nothing),
  /** Deletes the files of a model, to the desktop's bin where there is one. */
  removeFromDisk: oc
    .errors({
      ...storeErrors,
      ...errorsOf('model-not-found', 'model-in-use', 'managed-elsewhere', 'file-not-found', 'file-unreadable', 'not-a-file'),
    })
    .input(modelId)
    .output(nothing),
  outlook: oc.input(z.object({ modelIds: z.array(z.string()).max(100) })).output(z.array(outlook)),

  setOffline: oc
    .errors(storeErrors)
    .input(z.object({ isOffline: z.boolean() }))
    .output(nothing),
  /** null takes it away. It never comes back to a window. */
  setToken: oc
    .errors({ ...storeErrors, ...errorsOf('token-unusable') })
    .input(z.object({ token: z.string().min(1).max(1000).nullable() }))
    .output(nothing),
  /** What lies at `owner/name`, an `hf:` address or an https address. Asks the network. */
  browse: oc
    .errors(listingErrors)
    .input(z.object({ address: z.string().max(4096) }))
    .output(remoteListing),
  /** Repositories with GGUF files that have these words in their names; at most some tens. Asks the network. */
  search: oc
    .errors(errorsOf('search-refused', ...serverCodes))
    .input(z.object({ words: z.string().max(200) }))
    .output(z.array(foundRepository)),
  /** The one that is on its way already, where there is one. `url`: as `browse` gave it. Asks the network. */
  download: oc
    .errors({ ...listingErrors, ...storeErrors, ...errorsOf('file-exists', 'folder-unusable') })
    .input(z.object({ url: z.string().max(4096) }))
    .output(transferId),
  pause: oc.errors(errorsOf('transfer-not-found')).input(transferId).output(nothing),
  resume: oc.errors(errorsOf('transfer-not-found')).input(transferId).output(nothing),
  /** Ends it and deletes what has come; takes a finished one out of the list. */
  cancel: oc.errors(errorsOf('transfer-not-found')).input(transferId).output(nothing),

  /** The models among these files and in these folders. */
  lookAt: oc
    .errors(errorsOf(...fileCodes, 'architecture-unsupported', 'model-cannot-chat', 'folder-unusable'))
    .input(z.object({ paths: z.array(path).max(1000) }))
    .output(z.array(importCandidate)),
  /** `link`: leaves it where it lies. The others become transfers. */
  take: oc
    .errors({
      ...storeErrors,
      ...errorsOf(...fileCodes, 'architecture-unsupported', 'model-cannot-chat', 'file-exists', 'not-enough-disk'),
    })
    .input(z.object({ path, how: z.enum(['link', 'copy', 'move']) }))
    .output(modelFile.nullable()),

  template: {
    read: oc.errors(templateErrors).input(modelId).output(chatTemplateReport),
    /** What a template makes of these messages; nothing is stored. */
    test: oc
      .errors(templateErrors)
      .input(modelId.extend({ template, messages }))
      .output(z.object({ text: z.string() })),
    /** null: the file's own again. It counts from the next load on. */
    write: oc
      .errors({ ...templateErrors, ...storeErrors })
      .input(modelId.extend({ template: template.nullable() }))
      .output(nothing),
  },
}
