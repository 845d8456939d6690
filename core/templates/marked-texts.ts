/**
 * Finds the texts of messages in the output of a chat template. Every text is rendered between two marks, which are then removed:
 *
 *   <|im_start|>user\n ⟨0⟩Hello⟨/⟩ <|im_end|>
 *
 * Marks are inside the whitespace at the ends of a text, so that a template can trim it.
 */
import type { CellContent } from '../contract/cache/cell-contents'

export interface PromptSegment {
  readonly text: string
  readonly holds: CellContent
  /** Number of the message, from 1, without the system prompt. Absent for the system prompt and the template's text. */
  readonly message?: number
  /**
   * True for what the template writes, including the markup of earlier answers and the JSON around the strings of their calls. Only these
   * segments may contain control tokens.
   */
  readonly isTemplate: boolean
}

interface MarkedText {
  readonly text: string
  readonly holds: CellContent
  readonly message: number | undefined
}

// Private-use characters of the last plane, which fonts with icons don't use.
const [open, middle, close] = ['\u{10ff00}', '\u{10ff01}', '\u{10ff02}'] as const
const anyMark = new RegExp(`${open}(\\d+)${middle}|${close}`, 'gu')
const marks = new RegExp(`[${open}${middle}${close}]`, 'u')

export class MarkedTexts {
  private readonly texts: MarkedText[] = []

  /** Call this in the order of the messages, in which `segments` searches for the texts. The template may write them in another order. */
  mark(text: string, holds: CellContent, message?: number): string {
    const core = text.trim()
    if (core === '') return text
    const from = text.indexOf(core)
    this.texts.push({ text, holds, message })
    return `${text.slice(0, from)}${open}${this.texts.length - 1}${middle}${core}${close}${text.slice(from + core.length)}`
  }

  /**
   * `plain` is the same prompt rendered without marks. If more than the marks differs, the template looks into the texts, so `plain` is
   * searched for them.
   * `isUnsafe` says whether a text contains the text of a control token.
   */
  segments(marked: string, plain: string, isUnsafe: (text: string) => boolean): PromptSegment[] {
    const found = this.read(marked)
    const isSame = found !== null && found.map(({ text }) => text).join('') === plain && !marks.test(plain)
    return withSpaces(isSame ? found : this.search(plain, isUnsafe), this.texts)
  }

  private read(marked: string): Found[] | null {
    const found: Found[] = []
    let at = 0
    let inside: number | null = null
    for (const { index, 0: mark, 1: number } of marked.matchAll(anyMark)) {
      // Opening and closing marks must alternate.
      if ((number === undefined) !== (inside !== null)) return null
      push(found, marked.slice(at, index), inside)
      inside = number === undefined ? null : Number(number)
      at = index + mark.length
    }
    if (inside !== null) return null
    push(found, marked.slice(at), null)
    return found
  }

  private search(plain: string, isUnsafe: (text: string) => boolean): Found[] {
    const found: Found[] = []
    let at = 0
    let isSafe = true
    const gap = (text: string) => push(found, text, isSafe ? null : 'unsafe')
    for (const [index, { text }] of this.texts.entries()) {
      const core = text.trim()
      const from = plain.indexOf(core, at)
      if (from < 0) isSafe &&= !isUnsafe(text)
      if (from < 0) continue
      gap(plain.slice(at, from))
      push(found, core, index)
      at = from + core.length
      isSafe = true
    }
    gap(plain.slice(at))
    return found
  }
}

interface Found {
  readonly text: string
  /** Index of a text. null: text of the template. `unsafe`: text that may contain what is left of a text with a control token. */
  readonly of: number | 'unsafe' | null
}

function push(found: Found[], text: string, of: Found['of']): void {
  if (text !== '') found.push({ text, of })
}

/** Gives the whitespace at the ends of a text back to it. */
function withSpaces(found: readonly Found[], texts: readonly MarkedText[]): PromptSegment[] {
  const pieces = found.map(({ text }) => text)
  for (const [at, { of }] of found.entries()) {
    if (typeof of !== 'number') continue
    const { text } = texts[of] as MarkedText
    const lead = text.slice(0, text.length - text.trimStart().length)
    const trail = text.slice(text.trimEnd().length)
    const [before, after] = [pieces[at - 1], pieces[at + 1]]
    if (lead !== '' && before?.endsWith(lead) && found[at - 1]?.of === null) {
      pieces[at - 1] = before.slice(0, before.length - lead.length)
      pieces[at] = lead + pieces[at]
    }
    if (trail !== '' && after?.startsWith(trail) && found[at + 1]?.of === null) {
      pieces[at + 1] = after.slice(trail.length)
      pieces[at] += trail
    }
  }
  return found.flatMap(({ of }, at): PromptSegment[] => {
    const text = pieces[at] as string
    if (text === '') return []
    if (typeof of !== 'number') return [{ text, holds: 'template', isTemplate: of === null }]
    const { holds, message } = texts[of] as MarkedText
    return [{ text, holds, isTemplate: false, ...(message === undefined ? {} : { message }) }]
  })
}
