/** Finds the model file in a command line, as the system passes it on a double-click. */
import { resolve } from 'node:path'

/**
 * `argv` starts with the program; relative paths start at `folder`. Returns a path or a file:// address; undefined if no word names a
 * model. Never throws.
 */
export function modelArgument(argv: readonly string[], folder: string): string | undefined {
  const word = argv.slice(1).find((word) => /\.gguf$/i.test(word) && !word.startsWith('-'))
  if (!word) return undefined
  // Linux desktops pass URLs (`%U` in a .desktop file). Opening an invalid one reports the error.
  return /^file:\/\//i.test(word) ? word : resolve(folder, word)
}
