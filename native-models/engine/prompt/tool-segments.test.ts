import { describe, expect, it } from 'vitest'
import type { PromptSegment } from '../../../core/templates/marked-texts'
import { withTools } from './tool-segments'

const template = (text: string): PromptSegment => ({ text, holds: 'template', isTemplate: true })
const message = (text: string): PromptSegment => ({ text, holds: 'user', message: 1, isTemplate: false })
const textOf = (segments: readonly PromptSegment[]) => segments.map(({ text }) => text).join('')

function marked(segments: readonly PromptSegment[], without: string): string[] {
  const found = withTools(segments, textOf(segments), without)
  expect(textOf(found)).toBe(textOf(segments))
  return found.filter(({ holds }) => holds === 'tools').map(({ text }) => text)
}

describe('the segments of tools', () => {
  it('are the text that the prompt without tools does not have', () => {
    expect(marked([template('<s># Tools: f</s><u>'), message('Hi'), template('</u>')], '<s></s><u>Hi</u>')).toEqual(['# Tools: f'])
  })

  it('do not include messages between two lists', () => {
    expect(marked([template('# Tools<u>'), message('Hi'), template('</u>Use them.')], '<u>Hi</u>')).toEqual(['# Tools<u>', '</u>Use them.'])
  })

  it('do not exist if the prompt is the same without tools', () => {
    expect(marked([template('<u>'), message('Hi'), template('</u>')], '<u>Hi</u>')).toEqual([])
  })

  it('count a character only once if it could belong to the text before them or after them', () => {
    expect(marked([template('aXa'), message('Hi')], 'aHi')).toEqual(['Xa'])
  })
})
