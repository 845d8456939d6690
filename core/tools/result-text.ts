/** What the model reads as the result of a call. In English, whatever the language of the window. */
import { z } from 'zod'

/** Longer results would fill most contexts. In characters. */
export const mostResultCharacters = 32_768

export interface CallResult {
  readonly text: string
  readonly isError: boolean
}

const blob = z.object({ mimeType: z.string().optional() })
const item = z.union([
  z.object({ type: z.literal('text'), text: z.string() }).transform(({ text }) => text),
  blob.extend({ type: z.enum(['image', 'audio']), data: z.string() }).transform(({ type, mimeType, data }) => named(type, mimeType, data)),
  z
    .object({
      type: z.literal('resource'),
      resource: blob.extend({ uri: z.string(), text: z.string().optional(), blob: z.string().optional() }),
    })
    .transform(({ resource: { uri, text, mimeType, blob: data } }) => text ?? named(`resource ${uri}`, mimeType, data ?? '')),
  z.object({ type: z.literal('resource_link'), uri: z.string() }).transform(({ uri }) => `[resource: ${uri}]`),
])
const answered = z.object({
  content: z.array(z.unknown()).default([]),
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
})

/** The result of a `tools/call` of the Model Context Protocol. Pictures, sound and other files are named and left out. */
export function resultOf(value: unknown): CallResult {
  const { data } = answered.safeParse(value)
  if (!data) return failed('The server answered with something that is not a result.')
  const texts = data.content.map((one) => item.safeParse(one).data ?? '[content of an unknown type]')
  const text = texts.length === 0 && data.structuredContent !== undefined ? JSON.stringify(data.structuredContent) : texts.join('\n\n')
  return { text: shortened(text === '' ? '(empty result)' : text), isError: data.isError ?? false }
}

export const failed = (text: string): CallResult => ({ text: shortened(text), isError: true })

function shortened(text: string): string {
  if (text.length <= mostResultCharacters) return text
  const end = /[\ud800-\udbff]$/.test(text.slice(0, mostResultCharacters)) ? mostResultCharacters - 1 : mostResultCharacters
  return `${text.slice(0, end)}\n\n[The result is cut off here: ${end} of ${text.length} characters are shown.]`
}

/** Base64 has four characters for three bytes. */
const named = (what: string, mediaType: string | undefined, data: string): string =>
  `[${what}${mediaType ? `, ${mediaType}` : ''}, ${Math.floor((data.replace(/=+$/, '').length * 3) / 4)} bytes: left out]`
