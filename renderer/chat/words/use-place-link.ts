import { useStore } from 'zustand'
import { messageAt } from '../../../core/cells/cell-codes'
import type { Divergence } from '../../../core/contract/cache/reuse'
import { conversationStore, showMessage } from '../conversation/conversation-store'
import { light, litStore } from './lit-store'
import { goToWords, lightWords, messagesOf } from './word-link'

/** For a button. */
export interface PlaceLink {
  readonly 'data-lights': true
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly onFocus: () => void
  readonly onBlur: () => void
  readonly onClick: () => void
}

/** Lights a place of the prompt in the conversation and in the cells, and goes there. undefined if it is in none of the messages shown. */
export function usePlaceLink({ position, message }: Pick<Divergence, 'position' | 'message'>): PlaceLink | undefined {
  const messageId = useStore(conversationStore, ({ thread }) => (message === null ? undefined : thread?.messages[message - 1]?.id))
  const sample = useStore(litStore, (state) => state.sample)
  if (messageId === undefined) return undefined
  // The cells can have changed since the turn.
  const cells = sample && messagesOf(sample) && messageAt(sample.spans, position)?.message === message ? sample : undefined
  const show = () => {
    if (!cells) return
    light({ sequence: cells.sequence, positions: [position] })
    void lightWords(cells, { from: position, to: position + 1 })
  }
  const hide = () => {
    light(undefined)
    void lightWords(undefined, undefined)
  }
  return {
    'data-lights': true,
    onPointerEnter: show,
    onPointerLeave: hide,
    onFocus: show,
    onBlur: hide,
    onClick: () => {
      if (cells) void goToWords(cells, position, position + 1)
      else showMessage(messageId)
    },
  }
}
