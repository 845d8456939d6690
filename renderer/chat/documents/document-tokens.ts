import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { UnsentDocument } from '../../../core/contract/chat/unsent'
import { pagesIn } from '../../../core/documents/page-ranges'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { useApp } from '../../client/use-app'

type Counted = { readonly pageTokens: readonly number[] } | { readonly failure: ShownFailure }
/** By model and document. */
export const tokenStore = createStore<ReadonlyMap<string, Counted>>(() => new Map())

const keyOf = (modelId: string, { document }: UnsentDocument): string => `${modelId} ${document.id}`

/** undefined if the list of pages cannot be read. */
export const chosenPages = ({ document, pages }: UnsentDocument): number[] | undefined =>
  pagesIn(document.hasPages ? pages : '', document.pageCharacters.length)

export interface DocumentTokens {
  /** undefined while they are counted, or if the choice of pages is wrong. */
  readonly tokens: number | undefined
  readonly failure: ShownFailure | undefined
}

/** In the order of `documents`. A failed count is repeated when a model is ready again, or the documents change. */
export function useDocumentTokens(documents: readonly UnsentDocument[]): DocumentTokens[] {
  const host = useApp((state) => state.host)
  const modelId = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.file.id : undefined))
  const counted = useStore(tokenStore)
  useEffect(() => {
    if (!host || modelId === undefined) return
    for (const one of documents.filter(({ document }) => !document.image)) {
      const key = keyOf(modelId, one)
      const known = tokenStore.getState().get(key)
      if ((known && !('failure' in known)) || underway.has(key)) continue
      underway.add(key)
      const keep = (result: Counted) => tokenStore.setState((before) => new Map(before).set(key, result), true)
      host.documents
        .count({ id: one.document.id })
        .then(keep, (error: unknown) => keep({ failure: shownFailure(error) }))
        .finally(() => underway.delete(key))
    }
  }, [host, modelId, documents])
  return documents.map((one) => tokensOf(one, modelId === undefined ? undefined : counted.get(keyOf(modelId, one))))
}

const underway = new Set<string>()

function tokensOf(one: UnsentDocument, counted: Counted | undefined): DocumentTokens {
  // Only a server reads images, and only it knows their tokens.
  if (one.document.image) return { tokens: 0, failure: undefined }
  if (!counted) return { tokens: undefined, failure: undefined }
  if ('failure' in counted) return { tokens: undefined, failure: counted.failure }
  const pages = chosenPages(one)
  return { tokens: pages?.reduce((sum, page) => sum + (counted.pageTokens[page - 1] ?? 0), 0), failure: undefined }
}
