/** llama.cpp's file format. Source: `llama_context::state_seq_save_file`. */

import { readFile, writeFile } from 'node:fs/promises'
import { coded } from '../../core/contract/errors/coded-error'
import { messageOf } from '../../core/text/message-of'

const magic = 0x67677371
const version = 3
const headerBytes = 12

export async function writeFakeState(path: string, words: readonly string[], tokenBytes: number): Promise<number> {
  const header = new Uint32Array([magic, version, words.length, ...words.map((_, at) => at)])
  const cells = Buffer.alloc(words.length * tokenBytes, ' ')
  // The line break ends the words, because the main process appends a trailer.
  cells.write(`${JSON.stringify(words)}\n`)
  const state = Buffer.concat([Buffer.from(header.buffer), cells])
  try {
    await writeFile(path, state)
  } catch (error) {
    throw coded('session-not-saved', { quoted: messageOf(error) })
  }
  return state.length
}

export const fakeStateBytes = (words: readonly string[], tokenBytes: number): number => headerBytes + words.length * (4 + tokenBytes)

export async function readFakeState(path: string): Promise<string[]> {
  const state = await readFile(path)
  if (state.length < headerBytes || state.readUInt32LE(0) !== magic || state.readUInt32LE(4) !== version)
    throw coded('session-not-restored', { quoted: 'not a state of a sequence' })
  const text = state.subarray(headerBytes + 4 * state.readUInt32LE(8)).toString()
  return JSON.parse(text.slice(0, text.indexOf('\n'))) as string[]
}
