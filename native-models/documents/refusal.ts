import type { DocumentProblem } from '../../core/contract/errors/document-reasons'
import { messageOf } from '../../core/text/message-of'

export class Refusal extends Error {
  constructor(readonly reason: DocumentProblem) {
    super(reason.kind)
  }
}

const quotedCharacters = 300

export const quotedError = (error: unknown): string => messageOf(error).slice(0, quotedCharacters)

export const damaged = (format: 'pdf' | 'docx' | 'html', error: unknown): Refusal =>
  new Refusal({ kind: 'damaged', format, quoted: quotedError(error) })
