/** How many answers the next message of this window asks for. */
import { createStore } from 'zustand/vanilla'

export interface AnswerCount {
  readonly count: number
}

export const answerCountStore = createStore<AnswerCount>(() => ({ count: 1 }))
export const askFor = (count: number): void => answerCountStore.setState({ count })
