/** Builds the messages of a prompt from what a dialect sends. */
import type { PromptMessage, Role } from '../contract/chat/turn'
import { callPiece, composeText, type Piece, resultPiece } from '../import/conversation/compose-text'

export { callPiece, resultPiece } from '../import/conversation/compose-text'

export const textPiece = (text: string): Piece => ({ type: 'text', text })
export const reasoningPiece = (text: string): Piece => ({ type: 'reasoning', text })

/** An empty message stays: the client sent it, and templates render it. */
export function servedMessage(role: Role, pieces: readonly Piece[]): PromptMessage {
  const { text, parts } = composeText(pieces)
  return { role, text, ...(parts ? { parts: [...parts] } : {}) }
}

/** `arguments` is JSON text. A text that is not a JSON object becomes `{"input": text}`. */
export const callOf = (id: string, name: string, json: string): Piece => callPiece(id, name, json)

export const toolMessage = (id: string, name: string, text: string, isError = false): PromptMessage =>
  servedMessage('tool', [resultPiece(id, name, text, isError)])
