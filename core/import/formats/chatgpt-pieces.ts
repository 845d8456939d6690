import { z } from 'zod'
import { callPiece, type Piece } from '../conversation/compose-text'
import type { LeftOutCount } from '../conversation/message-tree'
import { itemsOf, list, name, number, text } from './fields'

export const message = z.object({
  author: z.object({ role: z.enum(['system', 'user', 'assistant', 'tool']), name }),
  create_time: number,
  recipient: z.string().catch('all'),
  content: z.object({
    content_type: z.string(),
    parts: list,
    text,
    language: text,
    result: text,
    thoughts: list,
    user_profile: text,
    user_instructions: text,
    model_set_context: text,
  }),
  metadata: z
    .object({ is_visually_hidden_from_conversation: z.boolean().catch(false), model_slug: name, attachments: list })
    .catch({ is_visually_hidden_from_conversation: false, model_slug: null, attachments: [] }),
})
export type Message = z.infer<typeof message>

const part = z.object({ content_type: z.string(), text })
const thought = z.object({ summary: text, content: text })
const attachment = z.object({ mime_type: text, mimeType: text })

/** `callOf` finds the call that a result belongs to. */
export function chatGptPieces(id: string, found: Message, callOf: () => string, leftOut: LeftOutCount): Piece[] {
  countAttachments(found, leftOut)
  const { author, recipient, content, metadata } = found
  const isHidden = metadata.is_visually_hidden_from_conversation || content.content_type.endsWith('_context')
  if (isHidden) {
    const instructions = [content.user_profile, content.user_instructions, content.model_set_context, textOf(found, leftOut)]
    if (instructions.some((instruction) => instruction.trim() !== '')) leftOut.add('systemMessages')
    return []
  }
  if (content.content_type === 'thoughts') return itemsOf(thought, content.thoughts).map(reasoningPiece)
  // It says only for how long the model thought.
  if (content.content_type === 'reasoning_recap') return []
  const said = textOf(found, leftOut)
  if (author.role === 'tool') return [{ type: 'tool-result', id: callOf(), name: author.name ?? '', isError: false, text: said }]
  if (author.role === 'assistant' && recipient !== 'all') return said === '' ? [] : [callPiece(id, recipient, said)]
  if (content.content_type === 'code') return [{ type: 'text', text: `\`\`\`${languageOf(content.language)}\n${said}\n\`\`\`` }]
  return [{ type: 'text', text: said }]
}

const reasoningPiece = ({ summary, content }: z.infer<typeof thought>): Piece => ({
  type: 'reasoning',
  text: [summary === '' ? '' : `**${summary}**`, content].filter((line) => line !== '').join('\n\n'),
})

const languageOf = (language: string): string => (language === 'unknown' ? '' : language)

function textOf({ content }: Message, leftOut: LeftOutCount): string {
  const { parts, text: own, result } = content
  const texts = parts.map((value) => (typeof value === 'string' ? value : partText(value, leftOut)))
  return withoutCitations([...texts, own, result].filter((line) => line !== '').join('\n\n'))
}

function partText(value: unknown, leftOut: LeftOutCount): string {
  const read = part.safeParse(value)
  if (!read.success) return ''
  const { content_type: type, text: said } = read.data
  if (said !== '') return said
  if (type.startsWith('image')) leftOut.add('images')
  else if (/audio|video/.test(type)) leftOut.add('media')
  else leftOut.add('documents')
  return ''
}

function countAttachments({ metadata }: Message, leftOut: LeftOutCount): void {
  const types = itemsOf(attachment, metadata.attachments).map(({ mime_type, mimeType }) => mime_type || mimeType)
  // An image is also one of the message's parts.
  leftOut.add('documents', types.filter((type) => !type.startsWith('image/')).length)
}

/** Citations are in private-use characters, and refer to pages that the export does not have. */
const withoutCitations = (said: string): string => said.replace(/\ue200[^\ue201]*\ue201/g, '')
