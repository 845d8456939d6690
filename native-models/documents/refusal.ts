import type { DocumentProblem } from '../../core/contract/errors/document-reasons'

export class Refusal extends Error {
  constructor(readonly reason: DocumentProblem) {
    super(reason.kind)
  }
}
