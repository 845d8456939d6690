import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useApp } from '../../client/use-app'
import { missingSequences } from './answer-counts'

export interface AnswerCount {
  readonly count: number
}

export const answerCountStore = createStore<AnswerCount>(() => ({ count: 1 }))
export const askFor = (count: number): void => answerCountStore.setState({ count })

/** `isPossible` is false if the context has fewer sequences than answers. */
export function useAnswerCount(): { readonly count: number; readonly isPossible: boolean } {
  const count = useStore(answerCountStore, (state) => state.count)
  const missing = useApp(({ app }) => missingSequences(count, app?.model))
  return { count, isPossible: missing === 0 }
}
