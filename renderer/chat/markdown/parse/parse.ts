/**
 * Markdown to tokens, by marked's lexer: CommonMark with tables, task lists, strikethrough and bare addresses.
 *
 * Only what passed the guard comes here. Blocks are read first; the text within each is looked at once more
 * before its emphases and links are read.
 */
import { Lexer, type MarkedToken, type Token } from 'marked'
import { hasTooManyMarks } from './guard'

/** The blocks of a text, with what is in them. */
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

/** Without extensions the lexer makes no other tokens. */
export const known = (tokens: readonly Token[] | undefined): MarkedToken[] => (tokens ?? []) as MarkedToken[]

/** Lengths of a text's blocks, in order. */
export const blockLengths = (text: string): number[] => new Lexer({ gfm: true }).blockTokens(text, []).map(({ raw }) => raw.length)
