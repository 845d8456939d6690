import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import type { Recording } from '../../../main/remote/testing/recordings/recording'
import { root, workFolder } from '../../paths'

const maxBytes = 100_000

/** Machine-specific texts and what replaces them. Longer ones first. */
const replacements: readonly (readonly [string, string])[] = [
  [workFolder, '/lane/work'],
  [root, '/lane'],
  [os.homedir(), '/lane/home'],
]

export const saveRecording = (folder: string, name: string, recording: Recording, secrets: readonly string[]): void =>
  saveText(folder, name, printed(recording), secrets)

/** Throws if the text is too large, or still names this machine or a key. */
export function saveText(folder: string, name: string, text: string, secrets: readonly string[]): void {
  const cleaned = replacements.reduce((written, [from, to]) => written.replaceAll(from, to), text)
  const left = [os.hostname(), ...secrets].filter((word) => word.length > 3 && cleaned.includes(word))
  if (left.length > 0) throw new Error(`The recording ${name} contains the name of this machine or a key.`)
  if (cleaned.length > maxBytes) throw new Error(`The recording ${name} has ${cleaned.length} bytes, more than ${maxBytes}.`)
  const path = join(folder, `${name}.json`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, cleaned)
}

/** One line for each piece, so that a diff shows which one changed. */
function printed({ exchanges, ...about }: Recording): string {
  const lines = exchanges.map(({ request, answer: { pieces, ...head } }) => {
    const shown = pieces.map((piece) => JSON.stringify(piece)).join(',\n')
    return `{"request":${JSON.stringify(request)},\n"answer":{${JSON.stringify(head).slice(1, -1)},"pieces":[\n${shown}]}}`
  })
  return `{${JSON.stringify(about, null, 1).slice(1, -2)},\n"exchanges":[\n${lines.join(',\n')}\n]}\n`
}
