/** Formulas in LaTeX: `$$…$$` and `\[…\]` on their own lines or within a text, `\(…\)` and `$…$` within a text. */
import type { TokenizerAndRendererExtension } from 'marked'

export interface MathToken {
  readonly type: 'math'
  /** With its delimiters. */
  readonly raw: string
  /** undefined if the end of the formula is missing. */
  readonly tex: string | undefined
  readonly isDisplay: boolean
}

const beginsBlock = /^ {0,3}(\$\$(?!\$)|\\\[)/
const emptyLine = /\n[^\S\n]*(?:\n|$)/

/**
 * An unfinished formula ends at an empty line, and is shown as its source. So the lines of a formula never become a list or a heading while
 * it is written.
 */
function blockMath(text: string): MathToken | undefined {
  const begin = beginsBlock.exec(text)
  if (!begin) return undefined
  const from = begin[0].length
  const empty = emptyLine.exec(text)
  const group = empty ? text.slice(0, empty.index + empty[0].length) : text
  const end = endOf(group, from, begin[1] === '$$' ? '$$' : '\\]')
  if (end < 0) return { type: 'math', raw: group, tex: undefined, isDisplay: true }
  const rest = /^[^\S\n]*(?:\n+|$)/.exec(text.slice(end + 2))
  const tex = text.slice(from, end)
  return rest && tex.trim() !== '' ? { type: 'math', raw: text.slice(0, end + 2) + rest[0], tex, isDisplay: true } : undefined
}

/** A backslash keeps the character after it from ending the formula. */
function endOf(text: string, from: number, closing: string): number {
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(closing, at)) return at
    if (text[at] === '\\') at++
  }
  return -1
}

const inDollars = /^\$\$(?!\$)((?:[^$\\]|\\[\s\S])+)\$\$/
const inBrackets = /^\\\[((?:[^\\]|\\[^\]])+)\\\]/
const inParentheses = /^\\\(((?:[^\\]|\\[^)])+)\\\)/
/** No space after the first dollar or before the last one, and no letter or digit after it, so that `$5 and $6` and `$HOME/$USER` stay text. */
const inSingleDollars = /^\$(?![\s$])((?:[^$\\\n]|\\[^\n])*(?:[^$\\\s]|\\[^\s]))\$(?![\w$])/

function inlineMath(text: string): MathToken | undefined {
  const display = inDollars.exec(text) ?? inBrackets.exec(text)
  const found = display ?? inParentheses.exec(text) ?? inSingleDollars.exec(text)
  const [raw, tex = ''] = found ?? []
  return raw === undefined || tex.trim() === '' ? undefined : { type: 'math', raw, tex, isDisplay: display !== null }
}

const indexOf = (text: string, mark: RegExp): number | undefined => {
  const at = text.search(mark)
  return at < 0 ? undefined : at
}

type Extension = Extract<TokenizerAndRendererExtension, { readonly tokenizer: unknown }>
const tokenizer =
  (read: (text: string) => MathToken | undefined): Extension['tokenizer'] =>
  (text) =>
    read(text) as never

export const mathExtensions = {
  renderers: {},
  childTokens: {},
  block: [tokenizer(blockMath)],
  startBlock: [(text: string) => indexOf(text, /(?<=\n) {0,3}(?:\$\$(?!\$)|\\\[)/)],
  inline: [tokenizer(inlineMath)],
  startInline: [(text: string) => indexOf(text, /\$|\\[([]/)],
}
