/** The texts that experiments read, bundled so that an installation has them too. */
import texts from './heldout.json'

export interface Passkey {
  readonly prompt: string
  readonly expected: string
  /** Where the fact stands in the prompt, 0 at its start. */
  readonly depth: number
}
export const documents: readonly string[] = texts.documents
/** What offline statistics are measured on: not read by any experiment. */
export const calibration: string = texts.calibration
export const passkeys: readonly Passkey[] = texts.passkeys

export const asPrompt = (text: string): string => `<|im_start|>user\n${text}<|im_end|>\n<|im_start|>assistant\n`
