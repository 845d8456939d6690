/** CommonMark plus tables, task lists, strikethrough and bare addresses. Pass only text that the guard has checked. */
import { Lexer, type MarkedToken, type Token } from 'marked'
import { hasTooManyMarks } from './guard'

export function parseBlocks(text: string): MarkedToken[] {
  const lexer = new Lexer({ gfm: true })
  const blocks = lexer.blockTokens(text, [])
  for (const { src, tokens } of lexer.inlineQueue.splice(0)) {
    if (hasTooManyMarks(src)) tokens.push(asText(src))
    else lexer.inlineTokens(src, tokens)
  }
  return known(blocks)
}

const asText = (text: string): MarkedToken => ({ type: 'text', raw: text, text, escaped: false })

/** Without extensions, the lexer returns only tokens of these types. */
export const known = (tokens: readonly Token[] | undefined): MarkedToken[] => (tokens ?? []) as MarkedToken[]

export const blockLengths = (text: string): number[] => new Lexer({ gfm: true }).blockTokens(text, []).map(({ raw }) => raw.length)
