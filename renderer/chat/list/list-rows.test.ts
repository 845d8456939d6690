import { expect, it } from 'vitest'
import type { ConversationSummary } from '../../../core/contract/chat/conversations'
import { rowsOf } from './list-rows'

const conversation = (id: string, change: Partial<ConversationSummary> = {}): ConversationSummary => ({
  ...{ id, title: id, modelId: null, createdAt: 0, changedAt: Date.now(), messages: 2, isPrivate: false, isPinned: false, folderId: null },
  ...change,
})
const shown = (...given: Parameters<typeof rowsOf>) =>
  rowsOf(...given).map(({ group, position, conversation: one }) => (position === 0 ? `${group.name} (${group.count})` : one?.id))

it('shows pinned conversations first, then folders by name, then the other days', () => {
  const list = [
    conversation('today'),
    conversation('in B', { folderId: 'b' }),
    conversation('pinned in B', { folderId: 'b', isPinned: true }),
    conversation('old', { changedAt: 0 }),
  ]
  const folders = [
    { id: 'b', name: 'Work 10' },
    { id: 'a', name: 'Work 9' },
  ]
  expect(shown(list, folders, [])).toEqual([
    ...['Pinned (1)', 'pinned in B', 'Work 9 (0)', 'Work 10 (1)', 'in B', 'Today (1)', 'today', 'Earlier (1)', 'old'],
  ])
})

it('shows only the heading of a closed folder, with its count', () => {
  expect(shown([conversation('in B', { folderId: 'b' })], [{ id: 'b', name: 'Work' }], ['b'])).toEqual(['Work (1)'])
})

it('shows a conversation by its day while its folder is unknown', () => {
  expect(shown([conversation('lost', { folderId: 'gone' })], [], [])).toEqual(['Today (1)', 'lost'])
})
