import type { MessagePart } from '../contract/chat/message-parts'

export type PartWithText = MessagePart & { readonly text: string }

interface Message {
  readonly text: string
  readonly parts?: readonly MessagePart[] | undefined
}

/** Means the same as no list of parts. */
export const oneText: readonly MessagePart[] = [{ type: 'text', from: 0 }]
export const isOneText = ([first, ...others]: readonly MessagePart[]): boolean =>
  others.length === 0 && first?.type === 'text' && first.from === 0 && first.to === undefined

/** A message without a list of parts is one text. */
export const partsOf = ({ text, parts = oneText }: Message): PartWithText[] =>
  parts.map((part) => ({ ...part, text: text.slice(part.from, part.to) }))

/** What a person reads: the text parts, one per paragraph. */
export const plainTextOf = (message: Message): string =>
  message.parts === undefined
    ? message.text
    : partsOf(message)
        .filter(({ type, text }) => type === 'text' && text.trim() !== '')
        .map(({ text }) => text.trim())
        .join('\n\n')

/** What a template without reasoning and tools shows of a message. Only answers have text that it leaves out. */
export const templateTextOf = (message: Message & { readonly role: string }): string =>
  message.role === 'assistant' ? plainTextOf(message) : message.text

/** The part at an offset of the text. undefined in markup. */
export const partAt = ({ parts = oneText }: Message, offset: number): MessagePart | undefined =>
  parts.find(({ from, to = Number.POSITIVE_INFINITY }) => offset >= from && offset < to)
