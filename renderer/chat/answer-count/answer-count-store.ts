import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useApp } from '../../client/use-app'
import { missingSequences } from './answer-counts'

export interface AnswerCount {
  readonly count: number
  /** Whether the sequences for `count` were set without a question. A second attempt would fail for the same reason. */
  readonly wasSet: boolean
}

export const answerCountStore = createStore<AnswerCount>(() => ({ count: 1, wasSet: false }))
export const askFor = (count: number): void => answerCountStore.setState({ count, wasSet: false })

/** Returns false if they were set already. */
export function setsSequences(): boolean {
  const isFirst = !answerCountStore.getState().wasSet
  answerCountStore.setState({ wasSet: true })
  return isFirst
}

/** `isPossible` is false if the context has fewer sequences than answers. */
export function useAnswerCount(): { readonly count: number; readonly isPossible: boolean } {
  const count = useStore(answerCountStore, (state) => state.count)
  const missing = useApp(({ app }) => missingSequences(count, app?.model))
  return { count, isPossible: missing === 0 }
}
