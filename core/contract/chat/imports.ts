/** A window sends the text of a file piece by piece, because an export can be larger than a message between window and main. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf } from '../errors/errors'
import { importFlaw } from '../errors/file-reasons'
import { importPieceCharacters, mostNamedImports } from './import-limits'

const count = z.int().nonnegative()

export const importFormat = z.enum(['headroom', 'llama-server', 'lm-studio', 'open-webui', 'chatgpt'])
export type ImportFormat = z.infer<typeof importFormat>

/** What is in the file, but cannot be imported. */
export const leftOut = z.object({ images: count, documents: count, media: count, systemMessages: count, unreadableMessages: count })
export type LeftOut = z.infer<typeof leftOut>

export const importSummary = z.object({
  /** Conversations. */
  imported: count,
  /** Conversations that were imported before. */
  existing: count,
  /** Conversations that cannot be read. */
  broken: count,
  /** True if the file ends in the middle of a conversation. */
  isCutOff: z.boolean(),
  /** `entry` counts the file's conversations from 1. `title` is null if it cannot be read. */
  brokenOnes: z.array(z.object({ title: z.string().nullable(), entry: count, flaw: importFlaw })).max(mostNamedImports),
  /** How many imported conversations have something left out. */
  incomplete: count,
  incompleteOnes: z.array(z.object({ conversationId: z.string(), title: z.string(), leftOut })).max(mostNamedImports),
  /** Set if the file has a single conversation, and it was imported. */
  conversationId: z.string().nullable(),
})
export type ImportSummary = z.infer<typeof importSummary>

export const importContract = {
  begin: oc
    .errors(errorsOf('file-too-large'))
    .input(z.object({ name: z.string().max(1000), sizeBytes: z.number().nonnegative() }))
    .output(z.object({ importId: z.string() })),
  append: oc
    .errors(errorsOf('import-ended', 'disk-full', 'store-failed'))
    .input(z.object({ importId: z.string(), text: z.string().max(importPieceCharacters) }))
    .output(z.object({})),
  finish: oc
    .errors(errorsOf('import-ended', 'import-refused', 'disk-full', 'store-failed'))
    .input(z.object({ importId: z.string() }))
    .output(importSummary),
}
