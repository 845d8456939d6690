import { describe, expect, it } from 'vitest'
import { messageParts } from '../contract/chat/message-parts'
import { partsOf, plainTextOf, templateTextOf } from '../messages/parts-of'
import { chatMessages } from '../messages/prompt-to-chat'
import { contentOfFrame, documentsIn, messageWith } from './document-frame'

const notes = { name: 'notes.pdf', mediaType: 'application/pdf', pages: { chosen: '1-3, 7', of: 9 }, text: 'One\nTwo', tokens: 2 }
const code = { name: 'a "b" <c>.ts', mediaType: 'text/plain', text: 'const a = 1' }

describe('a message with documents', () => {
  const message = messageWith([notes, code], 'What is it?')

  it('names each document in a frame, before the user’s text', () => {
    expect(message.text).toBe(
      '<document name="notes.pdf" pages="1-3, 7">\nOne\nTwo\n</document>\n\n<document name="a &quot;b&quot; &lt;c&gt;.ts">\nconst a = 1\n</document>\n\nWhat is it?',
    )
  })
  it('lists the documents and the text as parts', () => {
    expect(messageParts.safeParse(message.parts).success).toBe(true)
    expect(message.parts?.[0]).toMatchObject({ type: 'document', name: 'notes.pdf', pages: '1-3, 7', ofPages: 9, tokens: 2 })
    expect(plainTextOf(message)).toBe('What is it?')
    expect(partsOf(message).map(({ text }) => contentOfFrame(text))).toEqual(['One\nTwo', 'const a = 1', expect.anything()])
  })
  it('gives its documents back, so that an edited message keeps them', () => {
    expect(documentsIn(message)).toEqual([notes, code])
  })
  it('shows the whole text of a document that has no frame', () => {
    expect(contentOfFrame('One\nTwo\n\n')).toBe('One\nTwo\n\n')
  })
  it('reaches the model whole, with and without a template that knows parts', () => {
    const [{ parts } = { parts: [] }] = chatMessages([{ role: 'user', ...message }])
    expect(parts.map((part) => ('text' in part ? part.text : '')).join('')).toBe(message.text)
    expect(templateTextOf({ role: 'user', ...message })).toBe(message.text)
  })
  it('may have no text from the user', () => {
    const alone = messageWith([code], ' ')
    expect(alone.text.endsWith('</document>')).toBe(true)
    expect(plainTextOf(alone)).toBe('')
  })
  it('is only text if there are no documents', () => {
    expect(messageWith([], 'Hello')).toEqual({ text: 'Hello' })
  })
})
