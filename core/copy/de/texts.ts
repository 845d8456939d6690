import { type Copy, en } from '../en/texts'
import { chat } from './chat/chat'

// The features that are not yet translated come from English.
export const de: Copy = {
  ...en,
  chat,
}
