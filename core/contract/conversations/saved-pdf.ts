import type { Failure } from '../errors/errors'

export interface SavedPlace {
  readonly name: string
  readonly folder: string
}
export type SavedPdf = SavedPlace | { readonly failure: Failure }
