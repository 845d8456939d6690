/** What a command writes: results on stdout, everything else on stderr. */
import { withoutControls } from '../../../core/text/without-controls'

/** A model, a file name or a server can have written it: what would steer a terminal is made visible on one. Files and pipes get the bytes. */
export const shownOn = (output: NodeJS.WritableStream, text: string): string =>
  'isTTY' in output && output.isTTY ? withoutControls(text) : text

/** To stdout, as it is: without a line's end. */
export const print = (text: string): void => void process.stdout.write(shownOn(process.stdout, text))

/** A line to stderr. */
export const note = (line: string): void => void process.stderr.write(`${shownOn(process.stderr, line)}\n`)
