import { useStore } from 'zustand'
import { useApp } from '../../client/use-app'
import { answerCountStore } from './answer-count-store'
import { missingSequences } from './answer-counts'

/** How many answers are asked for, and whether the context has a sequence for each. */
export function useAnswerCount(): { readonly count: number; readonly isPossible: boolean } {
  const count = useStore(answerCountStore, (state) => state.count)
  const missing = useApp(({ app }) => missingSequences(count, app?.model))
  return { count, isPossible: missing === 0 }
}
