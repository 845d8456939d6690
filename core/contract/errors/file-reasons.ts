import { z } from 'zod'
import { kinds, quotation } from './quoted'

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
