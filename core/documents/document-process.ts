import type { DocumentProblem } from '../contract/errors/document-reasons'

/** The bytes of the document follow on standard input. */
export interface DocumentTask {
  readonly name: string
  /** The memory of the process. */
  readonly mostBytes: number
}

export interface ReadDocument {
  readonly mediaType: string
  readonly hasPages: boolean
  readonly pages: readonly string[]
}

/** `received` starts the time limit. */
export type DocumentWord =
  | { readonly type: 'received' }
  | { readonly type: 'document'; readonly document: ReadDocument }
  | { readonly type: 'failed'; readonly reason: DocumentProblem }
