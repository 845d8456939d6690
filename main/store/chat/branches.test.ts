import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../store'
import { dataFolder, openTestStore } from '../testing/test-store'

let store: Store
let conversationId: string
beforeEach(() => {
  store = openTestStore(dataFolder())
  conversationId = store.conversations.create('').id
})

const ask = (parentId: string | null, text: string) => store.messages.addPrompt(conversationId, parentId, text).id
function answer(parentId: string): string {
  const { id } = store.messages.addAnswer({ conversationId, parentId, turnId: 't', modelName: 'Pocket' })
  store.messages.seal(id, 'complete', {})
  return id
}
const through = (messageId: string) => store.branches.leafThrough(conversationId, messageId)
const show = (leafId: string) => store.branches.show(conversationId, leafId)

describe('going back to a branch', () => {
  it('shows the answer that was last chosen there, not the newest one', () => {
    const first = ask(null, 'first')
    const [chosen, newest] = [answer(first), answer(first)]
    show(newest)
    show(chosen)
    const edited = ask(null, 'first, edited')
    const other = answer(edited)
    show(other)
    expect(through(first)).toBe(chosen)
    show(through(first))
    expect(through(edited)).toBe(other)
  })
  it('shows the newest answer if no other was chosen', () => {
    const first = ask(null, 'first')
    const old = answer(first)
    const young = answer(first)
    expect(through(first)).toBe(young)
    expect(through(old)).toBe(old)
  })
  it('works for branches within branches', () => {
    const first = ask(null, 'first')
    const one = answer(first)
    const [left, right] = [ask(one, 'left'), ask(one, 'right')]
    const [leftEnd, rightEnd] = [answer(left), answer(right)]
    show(rightEnd)
    show(leftEnd)
    const two = answer(first)
    show(two)
    expect(through(one)).toBe(leftEnd)
    show(leftEnd)
    expect(through(right)).toBe(rightEnd)
  })
  it('stays at a message that is already shown', () => {
    const first = ask(null, 'first')
    const old = answer(first)
    answer(first)
    show(old)
    expect(through(first)).toBe(old)
  })
  it('leads to the last message of the branch', () => {
    const first = ask(null, 'first')
    const one = answer(first)
    show(one)
    const second = ask(one, 'second')
    const two = answer(second)
    show(two)
    expect(through(one)).toBe(two)
  })
})
