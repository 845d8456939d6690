import { z } from 'zod'
import { callPiece, joinFilled, type Piece, resultPiece } from '../conversation/compose-text'
import type { LeftOutCount } from '../conversation/message-tree'
import { fileKind, itemsOf, list, text } from './fields'

const file = z.object({ type: text, content_type: text })

export function countFiles(files: readonly unknown[], leftOut: LeftOutCount): void {
  for (const { type, content_type: mediaType } of itemsOf(file, files)) leftOut.add(fileKind(`${type} ${mediaType}`))
}

const ran = z.object({ stdout: text, stderr: text, result: text })

/** The code that the model ran, and its output if there is one. */
export function codePieces(id: string, code: string, output: unknown): Piece[] {
  const name = 'code_interpreter'
  const call = callPiece(id, name, code)
  if (output === undefined || output === null) return [call]
  const read = ran.safeParse(output)
  const { stdout, stderr, result } = read.success ? read.data : { stdout: String(output), stderr: '', result: '' }
  return [call, resultPiece(id, name, joinFilled([stdout, stderr, result], '\n'))]
}

const item = z.object({
  type: z.string(),
  id: text,
  call_id: text,
  name: text,
  arguments: text,
  summary: z.unknown().optional(),
  content: z.unknown().optional(),
  output: z.unknown().optional(),
  files: list,
  code: text,
  action: z.unknown().optional(),
  actions: z.unknown().optional(),
  queries: z.unknown().optional(),
})
type Item = z.infer<typeof item>
const part = z.object({ type: text, text })

const itemsIn = (output: readonly unknown[]): Item[] => itemsOf(item, output)

/**
 * The items of an answer, in the format of OpenAI's Responses API.
 *
 * Source: src/lib/components/chat/Messages/structuredOutput.ts, 0443ab3a.
 */
export function outputPieces(output: readonly unknown[], leftOut: LeftOutCount): Piece[] {
  const items = itemsIn(output)
  const names = new Map(items.filter(({ type }) => type === 'function_call').map(({ call_id: id, name }) => [id, name]))
  return items.flatMap((found): Piece[] => {
    const { type, id, call_id: callId } = found
    switch (type) {
      case 'reasoning':
        return [{ type: 'reasoning', text: textOf(found.summary) || textOf(found.content) }]
      case 'function_call':
        return [callPiece(callId, found.name, found.arguments || '{}')]
      case 'function_call_output':
        countResult(found, leftOut)
        return [resultPiece(callId, names.get(callId) ?? '', textOf(found.output))]
      case 'open_webui:code_interpreter':
        return codePieces(id, found.code, found.output)
      // The model's provider ran these, and did not send their results.
      case 'web_search_call':
      case 'file_search_call':
      case 'computer_call':
        return [callPiece(id, type.replace('_call', ''), JSON.stringify(found.action ?? found.actions ?? { queries: found.queries }))]
      default:
        return [{ type: 'text', text: textOf(found.content) }]
    }
  })
}

/** An image is in the output, in the files, or in both. */
function countResult({ output, files }: Item, leftOut: LeftOutCount): void {
  const images = Array.isArray(output) ? itemsOf(part, output).filter(({ type }) => type === 'input_image').length : 0
  if (files.length > 0) countFiles(files, leftOut)
  else leftOut.add('images', images)
}

const textOf = (parts: unknown): string => {
  if (typeof parts === 'string') return parts
  return Array.isArray(parts)
    ? itemsOf(part, parts)
        .map(({ text: said }) => said)
        .join('')
    : ''
}

export const visibleText = (output: readonly unknown[]): string =>
  itemsIn(output)
    .filter(({ type }) => type === 'message')
    .map(({ content }) => textOf(content))
    .join('\n')
