import type { MessagePart } from '../../contract/chat/message-parts'
import type { ImportedMessage } from './imported'

export type Piece =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly arguments: string; readonly text: string }
  | { readonly type: 'tool-result'; readonly id: string; readonly name: string; readonly isError: boolean; readonly text: string }
  /** `text` includes the frame (core/documents/document-frame.ts). */
  | { readonly type: 'document'; readonly name: string; readonly mediaType: string; readonly text: string }

/**
 * The parts cover the whole text. Text outside all parts is markup, which the engine puts into the prompt with control tokens, so it must
 * not come from a file.
 */
export function composeText(pieces: readonly Piece[]): Pick<ImportedMessage, 'text' | 'parts'> {
  const joined = joinTexts(
    pieces.filter(({ type, text }) => type === 'tool-result' || text.trim() !== ''),
    '\n\n',
  )
  const [first] = joined
  if (joined.length === 0) return { text: '', parts: undefined }
  if (joined.length === 1 && first?.type === 'text') return { text: first.text, parts: undefined }
  let text = ''
  const parts = joined.map((piece, index): MessagePart => {
    const from = text.length
    const isSeparate = joined[index - 1]?.type !== 'document' || piece.text.startsWith('\n\n')
    text += isSeparate ? piece.text : `\n\n${piece.text}`
    return partOf(piece, { from, to: text.length })
  })
  return { text, parts }
}

/** Consecutive texts become one piece, and so does consecutive reasoning. */
export function joinTexts(pieces: readonly Piece[], separator: string): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    const joins = piece.type === 'text' || piece.type === 'reasoning'
    if (joins && last?.type === piece.type) joined[joined.length - 1] = { type: piece.type, text: last.text + separator + piece.text }
    else joined.push(piece)
  }
  return joined
}

function partOf(piece: Piece, range: { readonly from: number; readonly to: number }): MessagePart {
  switch (piece.type) {
    case 'text':
      return { type: 'text', ...range }
    case 'reasoning':
      // No program exports what its reasoning cost. The window shows no cost of 0 tokens.
      return { type: 'reasoning', ...range, tokens: 0, ms: 0 }
    case 'tool-call':
      return { type: 'tool-call', ...range, id: piece.id, name: piece.name, arguments: piece.arguments }
    case 'tool-result':
      return { type: 'tool-result', ...range, id: piece.id, name: piece.name, isError: piece.isError }
    case 'document':
      return { type: 'document', ...range, name: piece.name, mediaType: piece.mediaType }
  }
}

/** Arguments that are not a JSON object become one. */
function argumentsOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text
  } catch {
    // Not JSON, for example the code that ChatGPT runs.
  }
  return JSON.stringify({ input: text })
}

export const callPiece = (id: string, name: string, text: string): Piece => ({
  type: 'tool-call',
  id,
  name,
  arguments: argumentsOf(text),
  text,
})

export const resultPiece = (id: string, name: string, text: string, isError = false): Piece => ({
  type: 'tool-result',
  id,
  name,
  isError,
  text,
})

export const joinFilled = (texts: readonly string[], separator: string): string => texts.filter((text) => text !== '').join(separator)
