import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The tokens of the word under the pointer, or of the word that the user clicked last. */
export interface LitTokens {
  readonly sequence: number
  readonly positions: readonly number[]
}

export const litStore = createStore<{ readonly lit: LitTokens | undefined }>(() => ({ lit: undefined }))
export const useLit = (): LitTokens | undefined => useStore(litStore, ({ lit }) => lit)
export const light = (lit: LitTokens | undefined): void => litStore.setState({ lit })
