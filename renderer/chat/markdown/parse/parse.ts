/** CommonMark plus tables, task lists, strikethrough, bare addresses and formulas in LaTeX. Keeps line breaks, as of a poem. Pass only text that the guard has checked. */
import { Lexer, type MarkedToken, type Token } from 'marked'
import { hasTooManyMarks } from './guard'
import { type MathToken, mathExtensions } from './math'

export type ShownToken = MarkedToken | MathToken

const options = { gfm: true, breaks: true, extensions: mathExtensions }

export function parseBlocks(text: string): ShownToken[] {
  const lexer = new Lexer(options)
  const blocks = lexer.blockTokens(text, [])
  for (const { src, tokens } of lexer.inlineQueue.splice(0)) {
    if (hasTooManyMarks(src)) tokens.push(asText(src))
    else lexer.inlineTokens(src, tokens)
  }
  return known(blocks)
}

const asText = (text: string): MarkedToken => ({ type: 'text', raw: text, text, escaped: false })

/** The lexer returns only tokens of these types. */
export const known = (tokens: readonly Token[] | undefined): ShownToken[] => (tokens ?? []) as ShownToken[]

export const blockLengths = (text: string): number[] => new Lexer(options).blockTokens(text, []).map(({ raw }) => raw.length)
