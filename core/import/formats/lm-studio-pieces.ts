import { z } from 'zod'
import { callPiece, joinTexts, type Piece, resultPiece } from '../conversation/compose-text'
import type { LeftOutCount } from '../conversation/message-tree'
import { fileKind, group, itemsOf, list, number, text } from './fields'

export const step = z.object({
  type: z.string(),
  stepIdentifier: text,
  style: group({ type: text }),
  content: list,
})
type Step = z.infer<typeof step>

const block = z.object({
  type: z.string(),
  text,
  /** true for a tag around the reasoning, for example. */
  isStructural: z.boolean().catch(false),
  name: text,
  fileType: text,
  parameters: z.unknown().optional(),
  content: z.unknown().optional(),
  /** LM Studio's own ID, which pairs a call with its result. */
  callId: number,
  /** The model's ID of the call. Not every model gives its calls IDs. */
  toolCallRequestId: text,
  toolCallId: text,
  toolCallRequest: z.object({ id: text, name: text, arguments: z.unknown().optional() }).optional().catch(undefined),
})
type Block = z.infer<typeof block>

/** A call and its result are in different steps of a message. */
export type Calls = Map<string, { readonly id: string; readonly name: string }>

/** LM Studio splits the text of a step where tokens of the draft model begin and end. */
export const stepPieces = ({ type, style, content }: Step, calls: Calls, leftOut: LeftOutCount): Piece[] =>
  type === 'contentBlock' ? joinTexts(blockPieces(content, style.type === 'thinking', calls, leftOut), '') : []

export function blockPieces(content: readonly unknown[], isThinking: boolean, calls: Calls, leftOut: LeftOutCount): Piece[] {
  return itemsOf(block, content).flatMap((found): Piece[] => {
    switch (found.type) {
      case 'text':
        return found.isStructural ? [] : [{ type: isThinking ? 'reasoning' : 'text', text: found.text }]
      case 'toolCallRequest': {
        const { toolCallRequest: call } = found
        const id = call?.id || idOf(found)
        const name = call?.name ?? found.name
        calls.set(keyOf(found, id), { id, name })
        return [callPiece(id, name, asText(call ? call.arguments : found.parameters))]
      }
      case 'toolCallResult': {
        const { id, name } = calls.get(keyOf(found, idOf(found))) ?? { id: idOf(found), name: found.name }
        return [resultPiece(id, name, asText(found.content))]
      }
      case 'file':
        leftOut.add(fileKind(found.fileType))
        return []
      default:
        return []
    }
  })
}

const idOf = ({ toolCallRequestId, toolCallId, callId }: Block): string =>
  toolCallRequestId || toolCallId || (callId === null ? '' : String(callId))

const keyOf = ({ callId }: Block, id: string): string => (callId === null ? `id ${id}` : `call ${callId}`)

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? {}))
