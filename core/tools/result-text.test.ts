import { describe, expect, it } from 'vitest'
import { mostResultCharacters, resultOf } from './result-text'

const text = (value: string) => ({ type: 'text', text: value })

describe('the result of a call', () => {
  it('is the text that the server returned', () => {
    expect(resultOf({ content: [text('one'), text('two')] })).toEqual({ text: 'one\n\ntwo', isError: false })
    expect(resultOf({ content: [text('no such file')], isError: true })).toEqual({ text: 'no such file', isError: true })
  })

  it('names pictures, sound and files without text, and leaves their bytes out', () => {
    const content = [
      { type: 'image', data: 'AAECAw==', mimeType: 'image/png' },
      { type: 'audio', data: 'AAEC', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a.bin', blob: 'AAEC' } },
      { type: 'resource', resource: { uri: 'file:///a.txt', text: 'inside' } },
      { type: 'resource_link', uri: 'file:///b.txt', name: 'b' },
      { type: 'hologram' },
    ]
    expect(resultOf({ content }).text.split('\n\n')).toEqual([
      '[image, image/png, 4 bytes: left out]',
      '[audio, audio/wav, 3 bytes: left out]',
      '[resource file:///a.bin, 3 bytes: left out]',
      'inside',
      '[resource: file:///b.txt]',
      '[content of an unknown type]',
    ])
  })

  it('is JSON if the server returned only structured content', () => {
    expect(resultOf({ content: [], structuredContent: { degrees: 21 } }).text).toBe('{"degrees":21}')
    expect(resultOf({}).text).toBe('(empty result)')
  })

  it('is cut off after 32,768 characters, says so, and never splits a character', () => {
    const { text: shown } = resultOf({ content: [text(`${'x'.repeat(mostResultCharacters - 1)}😀${'y'.repeat(100_000)}`)] })
    expect(shown.slice(mostResultCharacters - 2)).toBe('x\n\n[The result is cut off here: 32767 of 132769 characters are shown.]')
  })

  it('is an error if the answer of the server is not a tool result', () => {
    for (const value of [null, 'done', { content: 'done' }]) expect(resultOf(value).isError).toBe(true)
  })
})
