/** Output of commands: results on stdout, everything else on stderr. */
import { withoutControls } from '../../../core/text/without-controls'

/**
 * Text can come from a model, a file name or a server, so control characters are made visible on a terminal. Files and pipes get the raw
 * bytes.
 */
export const shownOn = (output: NodeJS.WritableStream, text: string): string =>
  'isTTY' in output && output.isTTY ? withoutControls(text) : text

/** Writes to stdout without a newline. */
export const print = (text: string): void => void process.stdout.write(shownOn(process.stdout, text))

/** Writes a line to stderr. */
export const note = (line: string): void => void process.stderr.write(`${shownOn(process.stderr, line)}\n`)
