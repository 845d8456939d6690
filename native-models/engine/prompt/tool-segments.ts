import type { PromptSegment } from '../../../core/templates/marked-texts'

/**
 * Marks the template's text about tools: what `plain` (the prompt as one text) has and `without` (the same prompt without tools) does not.
 *
 *   without  <|im_start|>system\nBe brief.                        <|im_end|>…
 *   plain    <|im_start|>system\nBe brief.\n\n# Tools … </tools>… <|im_end|>…
 */
export function withTools(segments: readonly PromptSegment[], plain: string, without: string): PromptSegment[] {
  const from = sharedStart(plain, without)
  const to = plain.length - sharedEnd(plain, without, Math.min(plain.length, without.length) - from)
  let at = 0
  return segments.flatMap((segment) => {
    const [start, end] = [at, at + segment.text.length]
    at = end
    if (!segment.isTemplate) return [segment]
    const cuts = [start, within(from, start, end), within(to, start, end), end]
    return cuts.slice(1).flatMap((cut, index): PromptSegment[] => {
      const text = plain.slice(cuts[index], cut)
      return text === '' ? [] : [{ ...segment, text, holds: index === 1 ? 'tools' : segment.holds }]
    })
  })
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

function sharedStart(left: string, right: string): number {
  let length = 0
  while (length < left.length && left[length] === right[length]) length++
  return length
}

function sharedEnd(left: string, right: string, most: number): number {
  let length = 0
  while (length < most && left[left.length - 1 - length] === right[right.length - 1 - length]) length++
  return length
}
