/** No zod, so that windows can import this. */
export const modelOrigins = [
  'embedded',
  /** Used in place. */
  'opened',
  /** Dropped on a browser window and copied. */
  'uploaded',
  /** Copied or moved into Headroom's folder. */
  'imported',
  'downloaded',
  /** In a folder added by the user. */
  'folder',
  // In folders of other programs, used in place.
  'lm-studio',
  'ollama',
  'jan',
  'hugging-face',
] as const
export type ModelOrigin = (typeof modelOrigins)[number]

/** The program that keeps an index of these files, which deleting one would break; null: none. */
export function managingProgram(origin: ModelOrigin): string | null {
  if (origin === 'ollama') return 'Ollama'
  return origin === 'hugging-face' ? 'Hugging Face CLI' : null
}
