import { withoutControls } from '../../../core/text/without-controls'

export const shownOn = (output: NodeJS.WritableStream, text: string): string =>
  'isTTY' in output && output.isTTY ? withoutControls(text) : text

export const print = (text: string): void => void process.stdout.write(shownOn(process.stdout, text))

export const note = (line: string): void => void process.stderr.write(`${shownOn(process.stderr, line)}\n`)
