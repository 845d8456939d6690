import texts from './heldout.json'

export interface Passkey {
  readonly prompt: string
  readonly expected: string
  /** Position of the fact: 0 is the start, 1 the end. */
  readonly depth: number
}
export const documents: readonly string[] = texts.documents
/** For offline statistics only. */
export const calibration: string = texts.calibration
export const passkeys: readonly Passkey[] = texts.passkeys

export const asPrompt = (text: string): string => `<|im_start|>user\n${text}<|im_end|>\n<|im_start|>assistant\n`
