import { mostNamedImports } from '../../../core/contract/chat/import-limits'
import type { ImportSummary } from '../../../core/contract/chat/imports'
import type { ShownFailure } from '../../client/failures'

/** One file after its import. */
export type FileOutcome = { readonly file: string } & ({ readonly summary: ImportSummary } | { readonly failure: ShownFailure })

type Sums = Pick<ImportSummary, 'imported' | 'existing' | 'broken' | 'incomplete' | 'incompleteOnes'>

/** All files of one import. */
export interface ImportOutcome extends Sums {
  /** `file` is null if only one file was imported. */
  readonly brokenOnes: readonly (ImportSummary['brokenOnes'][number] & { readonly file: string | null })[]
  /** Files that end in the middle of a conversation. */
  readonly cutOffFiles: readonly string[]
  readonly refusedFiles: readonly { readonly file: string; readonly failure: ShownFailure }[]
}

export function outcomeOf(files: readonly FileOutcome[]): ImportOutcome {
  const read = files.flatMap((one) => ('summary' in one ? [one] : []))
  const sum = (of: (summary: ImportSummary) => number): number => read.reduce((total, { summary }) => total + of(summary), 0)
  return {
    imported: sum(({ imported }) => imported),
    existing: sum(({ existing }) => existing),
    broken: sum(({ broken }) => broken),
    incomplete: sum(({ incomplete }) => incomplete),
    brokenOnes: read
      .flatMap(({ file, summary }) => summary.brokenOnes.map((one) => ({ ...one, file: files.length === 1 ? null : file })))
      .slice(0, mostNamedImports),
    incompleteOnes: read.flatMap(({ summary }) => summary.incompleteOnes).slice(0, mostNamedImports),
    cutOffFiles: read.filter(({ summary }) => summary.isCutOff).map(({ file }) => file),
    refusedFiles: files.flatMap((one) => ('failure' in one ? [one] : [])),
  }
}

/** The conversation to open. null unless only one file could be read and it has a single conversation. */
export function singleConversation(files: readonly FileOutcome[]): string | null {
  const read = files.flatMap((one) => ('summary' in one ? [one.summary] : []))
  return read.length === 1 ? (read[0]?.conversationId ?? null) : null
}
