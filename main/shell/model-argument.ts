/** The model file among the words of a command line, as the system passes one that was double-clicked. */
import { resolve } from 'node:path'

/** `argv`: with the program itself first. `folder`: where relative paths begin. A path or a file:// address; undefined where no word names a model. Never throws. */
export function modelArgument(argv: readonly string[], folder: string): string | undefined {
  const word = argv.slice(1).find((word) => /\.gguf$/i.test(word) && !word.startsWith('-'))
  if (!word) return undefined
  // Linux desktops hand over URLs: the Exec line of a .desktop file ends in %U. Whoever opens it says what is wrong with one.
  return /^file:\/\//i.test(word) ? word : resolve(folder, word)
}
