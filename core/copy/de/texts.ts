import { type Copy, en } from '../en/texts'

// The features that are not yet translated come from English.
export const de: Copy = { ...en }
