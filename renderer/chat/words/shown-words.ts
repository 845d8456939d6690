import { alignWords, type TextRange, wordsOf } from '../../../core/cells/word-match'

export interface ShownWord {
  readonly node: Text
  readonly from: number
  readonly to: number
  /** Where the word is in the message's text. */
  readonly source: TextRange
}

/** Set on the element with the text of a message. */
export const messageElement = (messageId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`)

/** Buttons are not part of a message, and KaTeX writes each formula twice. */
const isNoText = (element: Element): boolean => element.matches('button, .katex')

/** The words of a message that are on the page and in its text. */
export function shownWords(element: HTMLElement, text: string): ShownWord[] {
  const source = wordsOf(text)
  const shown: { readonly node: Text; readonly from: number; readonly to: number; readonly text: string }[] = []
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && isNoText(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  while (nodes.nextNode())
    if (nodes.currentNode instanceof Text) {
      const node = nodes.currentNode
      for (const word of wordsOf(node.data)) shown.push({ node, ...word })
    }
  const places = alignWords(
    source.map((word) => word.text),
    shown.map((word) => word.text),
  )
  return shown.flatMap(({ node, from, to }, at) => {
    const word = source[places[at] ?? -1]
    return word ? [{ node, from, to, source: word }] : []
  })
}

export function rangeOf({ node, from, to }: ShownWord): Range {
  const range = document.createRange()
  range.setStart(node, from)
  range.setEnd(node, to)
  return range
}

const highlight = 'lit-word'

export function showLit(words: readonly ShownWord[]): void {
  if (words.length === 0) CSS.highlights.delete(highlight)
  else CSS.highlights.set(highlight, new Highlight(...words.map(rangeOf)))
}
