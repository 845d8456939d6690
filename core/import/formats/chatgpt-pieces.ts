import { z } from 'zod'
import { callPiece, joinFilled, type Piece, resultPiece } from '../conversation/compose-text'
import type { LeftOutCount } from '../conversation/message-tree'
import { withoutMarkup } from './chatgpt-markup'
import { fileKind, group, itemsOf, list, name, number, text } from './fields'

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
    output_str: text,
    title: text,
    url: text,
    screenshot: z.unknown().optional(),
    state: group({ title: text, url: text }),
    thoughts: list,
    user_profile: text,
    user_instructions: text,
    model_set_context: text,
  }),
  metadata: group({
    is_visually_hidden_from_conversation: z.boolean().catch(false),
    model_slug: name,
    attachments: list,
    /** Results of code, such as charts. */
    aggregate_result: group({ messages: list }),
    /** Custom instructions of old conversations. */
    user_context_message_data: group({ about_user_message: text, about_model_message: text }),
  }),
})
export type Message = z.infer<typeof message>

const part = z.object({ content_type: z.string(), text })
const thought = z.object({ summary: text, content: text })
const attachment = z.object({ mime_type: text, mimeType: text })
const drawing = z.object({ message_type: z.literal('image') })

/** `callOf` finds the call that a result belongs to. */
export function chatGptPieces(id: string, found: Message, callOf: () => string, leftOut: LeftOutCount): Piece[] {
  countFiles(found, leftOut)
  const { author, recipient, content, metadata } = found
  const { about_user_message: aboutUser, about_model_message: aboutModel } = metadata.user_context_message_data
  const isHidden = metadata.is_visually_hidden_from_conversation || content.content_type.endsWith('_context')
  if (isHidden || aboutUser !== '' || aboutModel !== '') {
    const { user_profile, user_instructions, model_set_context } = content
    const instructions = [user_profile, user_instructions, model_set_context, aboutUser, aboutModel, textOf(found, leftOut)]
    if (instructions.some((instruction) => instruction.trim() !== '')) leftOut.add('systemMessages')
    return []
  }
  if (content.content_type === 'thoughts') return itemsOf(thought, content.thoughts).map(reasoningPiece)
  // It says only for how long the model thought.
  if (content.content_type === 'reasoning_recap') return []
  const said = textOf(found, leftOut)
  if (author.role === 'tool') return [resultPiece(callOf(), author.name ?? '', said, content.content_type === 'system_error')]
  if (author.role === 'assistant' && recipient !== 'all') return said === '' ? [] : [callPiece(id, recipient, said)]
  if (content.content_type === 'code') return [{ type: 'text', text: `\`\`\`${languageOf(content.language)}\n${said}\n\`\`\`` }]
  return [{ type: 'text', text: said }]
}

const reasoningPiece = ({ summary, content }: z.infer<typeof thought>): Piece => ({
  type: 'reasoning',
  text: joinFilled([summary === '' ? '' : `**${summary}**`, content], '\n\n'),
})

const languageOf = (language: string): string => (language === 'unknown' ? '' : language)

function textOf({ content }: Message, leftOut: LeftOutCount): string {
  const { parts, text: own, result, output_str: output } = content
  const texts = parts.map((value) => (typeof value === 'string' ? value : partText(value, leftOut)))
  return withoutMarkup(joinFilled([pageOf(content), ...texts, own, result, output], '\n\n'))
}

/** The title and address of a page that a tool quotes or shows. Addresses such as `file-id:` mean something only to ChatGPT. */
function pageOf({ title, url, state }: Message['content']): string {
  const address = url.startsWith('http') ? url : ''
  return joinFilled([title, address, state.title, state.url], '\n')
}

function partText(value: unknown, leftOut: LeftOutCount): string {
  const read = part.safeParse(value)
  if (!read.success) return ''
  const { content_type: type, text: said } = read.data
  if (said !== '') return said
  leftOut.add(fileKind(type))
  return ''
}

function countFiles({ content, metadata }: Message, leftOut: LeftOutCount): void {
  const types = itemsOf(attachment, metadata.attachments).map(({ mime_type, mimeType }) => mime_type || mimeType)
  // An image is also one of the message's parts.
  leftOut.add('documents', types.filter((type) => !type.startsWith('image/')).length)
  leftOut.add('images', itemsOf(drawing, metadata.aggregate_result.messages).length)
  if (content.screenshot) leftOut.add('images')
}
