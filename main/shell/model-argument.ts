/** The model file among the words of a command line, as the system passes one that was double-clicked. */
import { resolve } from 'node:path'

/** `argv`: with the program itself first. `folder`: where relative paths begin. Undefined where no word names a model. */
export function modelArgument(argv: readonly string[], folder: string): string | undefined {
  const word = argv.slice(1).find((word) => /\.gguf$/i.test(word) && !word.startsWith('-'))
  return word && resolve(folder, word)
}
