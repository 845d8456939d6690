/** A window sends the text of a file piece by piece, because an export can be larger than a message between window and main. */
import { z } from 'zod'

const count = z.int().nonnegative()

export const importFormat = z.enum(['headroom', 'llama-server', 'lm-studio', 'open-webui', 'chatgpt'])
export type ImportFormat = z.infer<typeof importFormat>

export const largestImportBytes = 2 ** 30
/** In UTF-16 code units. */
export const importPieceCharacters = 2 ** 20
/** The summary names at most this many conversations of each kind. */
export const mostNamedImports = 50

/** What the file has and Headroom cannot keep. */
export const leftOut = z.object({ images: count, documents: count, media: count, systemMessages: count, unreadableMessages: count })
export type LeftOut = z.infer<typeof leftOut>

export const importFlaw = z.enum(['not-json', 'unknown-format', 'no-messages', 'too-large'])
export type ImportFlaw = z.infer<typeof importFlaw>

export const importSummary = z.object({
  /** Conversations. */
  imported: count,
  /** Conversations that were imported before. */
  existing: count,
  /** Conversations that cannot be read. */
  broken: count,
  /** True if the file ends in the middle of a conversation. */
  isCutOff: z.boolean(),
  brokenOnes: z.array(z.object({ name: z.string(), flaw: importFlaw })).max(mostNamedImports),
  /** How many imported conversations have something left out. */
  incomplete: count,
  incompleteOnes: z.array(z.object({ conversationId: z.string(), title: z.string(), leftOut })).max(mostNamedImports),
  /** Set if the file has a single conversation. */
  conversationId: z.string().nullable(),
})
export type ImportSummary = z.infer<typeof importSummary>
