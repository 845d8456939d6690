import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { messageCharacters } from '../../../core/contract/wire/text-limits'
import { UsageError } from './flags'
import { promptFrom } from './prompt-text'

const folder = mkdtempSync(join(tmpdir(), 'headroom-prompt-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (content: string | Uint8Array): string => {
  const path = join(folder, 'prompt.txt')
  writeFileSync(path, content)
  return path
}
const piped = (content: string | Uint8Array) => Readable.from([Buffer.from(content)])
const terminal = Object.assign(piped('typed'), { isTTY: true })
const failure = async (work: Promise<unknown>) => {
  const error = await work.catch((error: unknown) => error)
  return failureOf(error) ?? error
}

describe('the prompt', () => {
  it('comes from --prompt unchanged, or from a file or standard input without the last newline', async () => {
    expect(await promptFrom({ prompt: 'a\n' }, piped('b'))).toBe('a\n')
    expect(await promptFrom({ 'prompt-file': file('one\ntwo\r\n') }, piped('b'))).toBe('one\ntwo')
    expect(await promptFrom({ 'prompt-file': file('\ufeffmit BOM\n\n') }, piped('b'))).toBe('mit BOM\n')
    expect(await promptFrom({}, piped('größer 🦊\n'))).toBe('größer 🦊')
    expect(await promptFrom({ 'prompt-file': '-' }, piped('b\n'))).toBe('b')
  })
  it('is not read from a terminal', async () => {
    expect(await failure(promptFrom({}, terminal))).toBeInstanceOf(UsageError)
  })
  it.each([{ prompt: '' }, { prompt: 'a', 'prompt-file': 'b' }, {}])('is refused if it is missing or given twice: %j', async (flags) => {
    expect(await failure(promptFrom(flags, piped('\n')))).toBeInstanceOf(UsageError)
  })
  it('is refused if it is not UTF-8, cannot be read, or is too long', async () => {
    expect(await failure(promptFrom({}, piped(Uint8Array.of(0xff, 0xfe, 0x41, 0))))).toMatchObject({
      message: expect.stringContaining('not UTF-8'),
    })
    expect(await failure(promptFrom({ 'prompt-file': join(folder, 'none.txt') }, terminal))).toMatchObject({ code: 'file-not-found' })
    expect(await failure(promptFrom({ 'prompt-file': folder }, terminal))).toMatchObject({ code: 'not-a-file' })
    const long = await failure(promptFrom({ 'prompt-file': file('x'.repeat(messageCharacters + 1)) }, terminal))
    expect(long).toEqual({ code: 'message-too-long', facts: { characters: messageCharacters + 1, limitCharacters: messageCharacters } })
  })
  it('is refused if it never ends', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1 << 20, 'x')
      })(),
    )
    expect(await failure(promptFrom({}, endless))).toMatchObject({ code: 'message-too-long' })
  })
})
