/** Where a model of the list comes from; no schema library, so that a window can list it. */
export const modelOrigins = [
  'embedded',
  /** Opened where it lies. */
  'opened',
  /** Dropped on a browser window and copied. */
  'uploaded',
  /** Copied or moved into Headroom's own folder. */
  'imported',
  'downloaded',
  /** In a folder that the user added. */
  'folder',
  // In the folders of other programs, read in place.
  'lm-studio',
  'ollama',
  'jan',
  'hugging-face',
] as const
export type ModelOrigin = (typeof modelOrigins)[number]

export const originNames: Readonly<Record<ModelOrigin, string>> = {
  embedded: 'Part of Headroom',
  opened: 'Opened',
  uploaded: 'Copied in',
  imported: 'Imported',
  downloaded: 'Downloaded',
  folder: 'Folder',
  'lm-studio': 'LM Studio',
  ollama: 'Ollama',
  jan: 'Jan',
  'hugging-face': 'Hugging Face cache',
}

/** Programs that keep an index of their files: taking one away behind their back would break it. null: none does. */
export function managingProgram(origin: ModelOrigin): string | null {
  if (origin === 'ollama') return 'Ollama'
  return origin === 'hugging-face' ? 'the tools of Hugging Face' : null
}
