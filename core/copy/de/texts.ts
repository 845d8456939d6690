import { type Copy, en } from '../en/texts'
import { chat } from './chat/chat'
import { compare } from './compare/compare'

// The features that are not yet translated come from English.
export const de: Copy = {
  ...en,
  chat,
  compare,
}
