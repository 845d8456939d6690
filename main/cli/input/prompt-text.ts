import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { coded } from '../../../core/contract/errors/coded-error'
import { messageCharacters } from '../../../core/contract/wire/text-limits'
import { asFileFailure } from '../../library/files/file-failures'
import { typedPath } from '../../library/files/typed-path'
import { type Flags, text, UsageError } from './flags'

/** A character of one or two UTF-16 units takes at most four bytes in UTF-8. */
const mostBytes = 4 * messageCharacters

/** Throws UsageError, `message-too-long` and file errors. */
export async function promptFrom(flags: Flags, input: Readable & { readonly isTTY?: boolean }): Promise<string> {
  const given = text(flags, 'prompt')
  const file = text(flags, 'prompt-file')
  if (given !== undefined && file !== undefined) throw new UsageError('--prompt and --prompt-file both give the prompt: use one')
  if (given) return given
  const isRead = file === '-' || (file === undefined && given === undefined && !input.isTTY)
  const prompt = file !== undefined && file !== '-' ? await promptIn(file) : isRead ? await readPrompt(input, 'standard input') : ''
  if (prompt.trim() === '') throw new UsageError('chat needs a prompt: --prompt TEXT, --prompt-file FILE, or text on standard input')
  return prompt
}

/** The file may be a pipe, as in `--prompt-file <(command)`. */
async function promptIn(file: string): Promise<string> {
  const path = typedPath(file)
  return readPrompt(createReadStream(path), file).catch((error: unknown) => {
    throw asFileFailure(error, path)
  })
}

/** Drops the byte order mark, and the last newline as llama.cpp does. */
async function readPrompt(input: Readable, name: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of input as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw coded('message-too-long', { characters: bytes, limitCharacters: messageCharacters })
    chunks.push(chunk)
  }
  const prompt = decoded(Buffer.concat(chunks), name).replace(/\r?\n$/, '')
  if (prompt.length > messageCharacters) throw coded('message-too-long', { characters: prompt.length, limitCharacters: messageCharacters })
  return prompt
}

function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(`the prompt in ${name} is not UTF-8 text; save it as UTF-8`)
  }
}
