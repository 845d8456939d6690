import { resolve } from 'node:path'

/** `argv` starts with the program. Never throws. */
export function modelArgument(argv: readonly string[], folder: string): string | undefined {
  const word = argv.slice(1).find((word) => /\.gguf$/i.test(word) && !word.startsWith('-'))
  if (!word) return undefined
  return /^file:\/\//i.test(word) ? word : resolve(folder, word)
}
