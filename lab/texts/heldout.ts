/** The experiments' texts, bundled with the app. */
import texts from './heldout.json'

export interface Passkey {
  readonly prompt: string
  readonly expected: string
  /** Where in the prompt the fact is; 0 is the start. */
  readonly depth: number
}
export const documents: readonly string[] = texts.documents
/** For offline statistics; no experiment reads it. */
export const calibration: string = texts.calibration
export const passkeys: readonly Passkey[] = texts.passkeys

export const asPrompt = (text: string): string => `<|im_start|>user\n${text}<|im_end|>\n<|im_start|>assistant\n`
