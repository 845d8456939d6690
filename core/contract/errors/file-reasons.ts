import { z } from 'zod'
import { ggufFlaw, splitFlaw } from './gguf-reasons'
import { kinds, quotation } from './quoted'

const path = z.string()

const count = z.number().nonnegative()

export const fileTrouble = z.discriminatedUnion('kind', [kinds('no-permission', 'not-a-file'), quotation('system')])
export type FileTrouble = z.infer<typeof fileTrouble>

export const storeTrouble = z.discriminatedUnion('kind', [
  kinds('read-only', 'no-permission', 'folder-not-created', 'folder-gone'),
  quotation('system'),
  quotation('sqlite'),
])
export type StoreTrouble = z.infer<typeof storeTrouble>

export const uploadTrouble = z.discriminatedUnion('kind', [
  kinds('name-not-gguf', 'no-gguf-in-folder'),
  z.object({ kind: z.literal('split-model'), parts: z.number() }),
])
export type UploadTrouble = z.infer<typeof uploadTrouble>

/** Why a conversation from another program cannot be imported. */
export const importFlaw = z.enum(['not-json', 'unknown-format', 'no-messages', 'too-large'])
export type ImportFlaw = z.infer<typeof importFlaw>

export const fileErrorFacts = {
  'file-not-found': z.object({ path }),
  'file-unreadable': z.object({ path, reason: fileTrouble }),
  'model-file-changed': z.object({ path }),
  'not-a-file': z.object({ path, kind: z.enum(['folder', 'pipe', 'device', 'socket']) }),
  'file-name-unusable': z.object({ path, reason: z.enum(['not-utf8', 'nul']) }),
  'file-address-unusable': z.object({ address: z.string(), reason: z.enum(['other-computer', 'encoded-slash', 'malformed']) }),
  'gguf-not-a-model': z.object({ path, magic: z.string() }),
  'gguf-version-unsupported': z.object({ path, version: z.number(), bigEndian: z.boolean() }),
  'gguf-truncated': z.object({ path, neededBytes: count, sizeBytes: count }),
  'gguf-malformed': z.object({ path, flaw: ggufFlaw, offset: count }),
  'architecture-unsupported': z.object({ path, architecture: z.string(), release: z.string() }),
  'model-cannot-chat': z.object({
    path,
    architecture: z.string(),
    kind: z.enum(['encoder', 'encoder-decoder', 'diffusion', 'projector', 'draft', 'speech', 'adapter']),
  }),
  'split-part-missing': z.object({ path, missing: z.string(), parts: count }),
  'split-not-first': z.object({ path, part: count, parts: count, first: z.string() }),
  'split-inconsistent': z.object({ path, flaw: splitFlaw }),
} as const
