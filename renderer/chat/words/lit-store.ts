import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CacheSample } from '../../../core/contract/cache/cache'

/** The tokens of the word under the pointer, or of the word that the user clicked last. */
export interface LitTokens {
  readonly sequence: number
  readonly positions: readonly number[]
}

export interface LitState {
  readonly lit: LitTokens | undefined
  /** Lit while the pointer lights nothing else. */
  readonly held: LitTokens | undefined
  /** What the map shows. undefined while there is no map. */
  readonly sample: CacheSample | undefined
}

export const litStore = createStore<LitState>(() => ({ lit: undefined, held: undefined, sample: undefined }))
export const useLit = (): LitTokens | undefined => useStore(litStore, ({ lit, held }) => lit ?? held)
export const hold = (held: LitTokens | undefined): void => litStore.setState({ held })
export const light = (lit: LitTokens | undefined): void => litStore.setState({ lit })
