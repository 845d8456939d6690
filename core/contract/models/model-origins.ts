export const modelOrigins = [
  'embedded',
  'opened',
  /** Dropped on a browser window and copied. */
  'uploaded',
  /** Copied or moved into Headroom's folder. */
  'imported',
  'downloaded',
  'folder',
  // Folders of other programs, used in place.
  'lm-studio',
  'ollama',
  'jan',
  'hugging-face',
] as const
export type ModelOrigin = (typeof modelOrigins)[number]

/** Returns the program whose index breaks if a file is deleted. */
export function managingProgram(origin: ModelOrigin): string | null {
  if (origin === 'ollama') return 'Ollama'
  return origin === 'hugging-face' ? 'Hugging Face CLI' : null
}
