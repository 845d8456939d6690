import { describe, expect, it } from 'vitest'
import { bugReport, factsWithoutFolders, withoutFolders, withoutQuotes } from './bug-report'

describe('a sentence in a report', () => {
  it('contains a file name without its folders', () => {
    expect(withoutFolders('There is no file at /home/marta/models/tiny.gguf.')).toBe('There is no file at tiny.gguf.')
    expect(withoutFolders('C:\\Users\\Marta\\tiny.gguf is cut off')).toBe('tiny.gguf is cut off')
  })
  it('contains no known folder, even if its name has spaces', () => {
    expect(withoutFolders('no file at /Users/Marta Maier/models/tiny.gguf', ['/Users/Marta Maier'])).toBe('no file at tiny.gguf')
  })
  it('contains rates, fractions and the app’s own addresses unchanged', () => {
    expect(withoutFolders('q8_0 / q4_0, 81 tok/s, and/or')).toBe('q8_0 / q4_0, 81 tok/s, and/or')
    expect(withoutFolders('app://local/assets/index.js:3')).toBe('app://local/assets/index.js:3')
  })
  it('contains no text that an error quotes', () => {
    expect(withoutQuotes(`Unexpected token 'D', "Dear Marta" is not valid JSON`)).toBe('Unexpected token "…", "…" is not valid JSON')
  })
})

describe('the facts of an event', () => {
  it('keep numbers and names, and lose the folders of every path at any depth', () => {
    const end = { kind: 'signal', quoted: 'cannot open /home/marta/models/tiny.gguf', at: null }
    expect(
      factsWithoutFolders({ path: '/Users/Marta Maier/tiny.gguf', ends: [end], bytes: 7, isGone: true }, ['/Users/Marta Maier']),
    ).toEqual({
      path: 'tiny.gguf',
      ends: [{ ...end, quoted: 'cannot open tiny.gguf' }],
      bytes: 7,
      isGone: true,
    })
  })
})

describe('a report', () => {
  it('lists the version, the machine and the events', () => {
    const report = bugReport({
      info: { version: '0.1.0', host: 'web', platform: 'linux', memoryBytes: 8 * 2 ** 30 },
      engine: null,
      model: { status: 'none' },
      events: [{ id: 1, at: 0, kind: 'engine', code: 'engine-stopped', facts: {}, isTrouble: false }],
    })
    expect(report.split('\n')).toEqual([
      'Headroom: what happened',
      'Headroom 0.1.0, web on linux, 8.00 GiB of memory',
      'No engine runs',
      'No model',
      '',
      '1970-01-01T00:00:00.000Z  engine  engine-stopped  The engine was closed and its memory was freed.',
      '',
    ])
  })
})
