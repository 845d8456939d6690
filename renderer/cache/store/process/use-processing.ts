import { useRef, useState } from 'react'
import type { GivenPrefix } from '../../../../core/contract/prefixes/given-prefix'
import { readDocument } from '../../../chat/documents/document-store'
import { connectedHost } from '../../../client/app-store'
import { type ShownFailure, shownFailure } from '../../../client/failures'
import { cutName } from '../../../ui/charts/row-shape'

const shortCharacters = 60

export type Processing =
  | { readonly status: 'idle' }
  | { readonly status: 'working'; readonly name: string }
  | { readonly status: 'done'; readonly name: string; readonly tokens: number }
  | { readonly status: 'failed'; readonly failure: ShownFailure }

/** The work goes on if the view is closed. */
export function useProcessing() {
  const [state, setState] = useState<Processing>({ status: 'idle' })
  const abort = useRef<AbortController | undefined>(undefined)
  const process = async (name: string, given: () => Promise<GivenPrefix>) => {
    const own = new AbortController()
    abort.current = own
    setState({ status: 'working', name })
    try {
      const input = await given()
      const { tokens } = await (await connectedHost()).prefixes.process(input, { signal: own.signal })
      setState({ status: 'done', name, tokens })
    } catch (error) {
      setState(own.signal.aborted ? { status: 'idle' } : { status: 'failed', failure: shownFailure(error) })
    }
  }
  return {
    state,
    processText: (name: string, text: string) =>
      process(cutName(name.trim() || text.trim(), shortCharacters), async () => ({ kind: 'system-prompt', name, text })),
    processFile: (file: File) =>
      process(cutName(file.name, shortCharacters), async () => {
        const { id } = await readDocument(file)
        return { kind: 'document', document: { id, pages: '' } }
      }),
    stop: () => abort.current?.abort(),
    dismiss: () => setState({ status: 'idle' }),
  }
}
