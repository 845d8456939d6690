import { expect, it } from 'vitest'
import { UnsentTexts } from './unsent-texts'

const documents = { forget: () => {}, clear: () => {} }
const unsent = (conversationId: string, text: string) => ({
  conversationId,
  text,
  pasted: '',
  documents: [],
  typedSystemPrompt: null,
  isPrivate: false,
})

it('UnsentTexts keeps at most 32 Mi characters of unsent text, and drops the oldest text first', () => {
  const texts = new UnsentTexts(documents)
  const long = 'x'.repeat(2 ** 22)
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) texts.write(unsent(id, long))
  texts.write(unsent('b', 'newer'))
  texts.write(unsent('i', long))
  expect(texts.all.map(({ conversationId }) => conversationId)).toEqual(['c', 'd', 'e', 'f', 'g', 'h', 'b', 'i'])
})

it('UnsentTexts forgets the documents of the texts that it drops, but not of those that it keeps', () => {
  const forgotten: string[] = []
  const texts = new UnsentTexts({ ...documents, forget: (ids) => forgotten.push(...ids) })
  const document = { name: 'a.txt', mediaType: 'text/plain', sizeBytes: 1, hasPages: false, pageCharacters: [1] }
  const withDocument = (id: string, text: string) => ({ ...unsent(id, text), documents: [{ document: { ...document, id }, pages: '' }] })
  texts.write(withDocument('a', 'x'.repeat(2 ** 24)))
  texts.write(withDocument('b', 'x'.repeat(2 ** 24)))
  expect(forgotten).toEqual(['a'])
  texts.write(unsent('b', ''))
  expect(forgotten).toEqual(['a', 'b'])
})

it('UnsentTexts forgets a text once it is empty', () => {
  const texts = new UnsentTexts(documents)
  texts.write(unsent('a', 'typed'))
  texts.write(unsent('a', ''))
  expect(texts.all).toEqual([])
})
