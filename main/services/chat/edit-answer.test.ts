import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canContinue } from '../../../core/contract/chat/can-continue'
import { messageCharacters } from '../../../core/contract/wire/text-limits'
import { fromHeadroom } from '../../../core/import/formats/headroom'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { codeOf, dataFolder, openTestStore } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

let app: App
let folder: string
beforeEach(async () => {
  folder = dataFolder()
  app = openTestApp(folder, async () =>
    inProcessEngine(new FakeEngine({ tokensPerSecond: 200, prefillTokensPerSecond: 50_000, loadMs: 5 })),
  )
  await app.models.loadFirst()
})
afterEach(() => {
  app.close()
})

const idle = () => eventually(() => expect(app.state.value.turns).toEqual([]))
async function ask(text: string, conversationId: string | null = null) {
  const started = await app.turns.send({ conversationId, text, sentAtMs: Date.now() })
  await idle()
  return { id: started.conversationId, answerId: started.answer.id, promptId: started.prompt?.id ?? '' }
}
const edit = (id: string, answerId: string, text: string) => app.conversations.editAnswer(id, answerId, text)

describe('editing an answer', () => {
  it('is refused for an id that is gone, of another conversation or of a question, and changes nothing', async () => {
    const { id, answerId, promptId } = await ask('hello')
    const other = app.conversations.create().id
    expect(codeOf(() => edit(id, 'unknown', 'new'))).toBe('message-not-found')
    expect(codeOf(() => edit(other, answerId, 'new'))).toBe('message-not-found')
    expect(codeOf(() => edit(id, promptId, 'new'))).toBe('message-not-found')
    app.conversations.removeFrom(id, answerId)
    expect(codeOf(() => edit(id, answerId, 'new'))).toBe('message-not-found')
    expect(app.store.messages.all(id)).toHaveLength(1)
  })
  it('is refused while an answer is written, for an empty or too long text and for an answer with calls, and changes nothing', async () => {
    const { conversationId: id, answer, prompt } = await app.turns.send({ conversationId: null, text: 'hello', sentAtMs: Date.now() })
    expect(codeOf(() => edit(id, answer.id, 'new'))).toBe('conversation-busy')
    await idle()
    expect(codeOf(() => edit(id, answer.id, ' \n'))).toBe('empty-message')
    expect(codeOf(() => edit(id, answer.id, 'x'.repeat(messageCharacters + 1)))).toBe('message-too-long')
    const { id: calling } = app.store.messages.addAnswer({
      ...{ conversationId: id, parentId: prompt?.id ?? '', turnId: 't', modelName: 'Pocket', text: 'call' },
      parts: [{ type: 'tool-call', from: 0, id: 'a', name: 'echo', arguments: '{}' }],
    })
    app.store.messages.seal(calling, 'complete', {})
    expect(codeOf(() => edit(id, calling, 'new'))).toBe('answer-not-editable')
    expect(app.store.messages.all(id)).toHaveLength(3)
  })
  it('shows the new text as another answer without figures, generates nothing, and keeps the original with what follows it', async () => {
    const { id, answerId } = await ask('hello')
    await ask('and now?', id)
    const original = app.store.messages.get(answerId)
    const { messages } = edit(id, answerId, 'My own words')
    const edited = messages.at(-1)
    expect(app.state.value.turns).toEqual([])
    expect(messages).toHaveLength(2)
    expect(edited).toMatchObject({ text: 'My own words', state: 'complete', edited: true, metrics: null, turnId: null })
    expect(edited).toMatchObject({ modelName: original.modelName, siblingIds: [answerId, edited?.id] })
    expect(app.store.messages.get(answerId)).toEqual({ ...original, siblingIds: [answerId, edited?.id] })
    expect(app.conversations.showBranch(id, answerId).messages).toHaveLength(4)
    expect(app.conversations.showBranch(id, edited?.id ?? '').messages.at(-1)?.text).toBe('My own words')
    expect(app.conversations.search('words')).toMatchObject([{ messageId: edited?.id }])
    app.close()
    const reopened = openTestStore(folder)
    expect(reopened.messages.get(edited?.id ?? '')).toEqual(edited)
  })
  it('makes the next turn say that a message was edited, and only the first one', async () => {
    const { id, answerId } = await ask('hello')
    edit(id, answerId, 'My own words')
    const causeOf = (messageId: string) => app.store.messages.get(messageId).metrics?.reuse
    const next = await ask('and now?', id)
    expect(causeOf(next.answerId)).toMatchObject({ cause: 'edited-message', divergence: { message: 2 } })
    expect(causeOf((await ask('and then?', id)).answerId)?.cause).toBe('continued')
    app.conversations.showBranch(id, answerId)
    expect(causeOf((await ask('back again', id)).answerId)?.cause).toBe('other-branch')
  })
  it('lets the model continue the new text, and the longer answer keeps the mark', async () => {
    const { id, answerId } = await ask('hello')
    const edited = edit(id, answerId, 'My own words').messages.at(-1)
    expect(edited && canContinue(edited)).toBe(true)
    const { answer } = await app.turns.continue(id, edited?.id ?? '', Date.now())
    await idle()
    const continued = app.store.messages.get(answer.id)
    expect(continued.text).toMatch(/^My own words./)
    expect(continued).toMatchObject({ edited: true, metrics: { reuse: { cause: 'edited-message' } } })
    const again = await app.turns.regenerate(id, answer.id, Date.now())
    await idle()
    expect(app.store.messages.get(again.answer.id).edited).toBeUndefined()
  })
  it('is marked in exports and copies, and in what is imported from an export', async () => {
    const { id, answerId } = await ask('hello')
    edit(id, answerId, 'My own words')
    expect(app.conversations.export(id, 'markdown').text).toContain('My own words\n\n_edited by the user_')
    const exported = JSON.parse(app.conversations.export(id, 'json').text)
    const marks = (messages: readonly { readonly edited?: boolean | undefined }[] = []) => messages.map(({ edited }) => edited)
    expect(marks(exported.messages)).toEqual([undefined, undefined, true])
    expect(marks(fromHeadroom(exported)?.messages)).toEqual([undefined, undefined, true])
    const copy = app.conversations.copy({ conversationId: id, title: 'Copy' })
    expect(marks(app.conversations.read(copy.id).messages)).toEqual([undefined, true])
  })
})
