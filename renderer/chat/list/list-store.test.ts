import { beforeEach, expect, it } from 'vitest'
import { endSelection, listStore, selectAll, selectRange, setAnchor, toggleSelected } from './list-store'

const ids = ['a', 'b', 'c', 'd', 'e']
const selected = () => [...(listStore.getState().selected ?? [])]

beforeEach(() => listStore.setState(listStore.getInitialState(), true))

it('a click with Ctrl adds one conversation to the selection, or removes it', () => {
  toggleSelected('b')
  toggleSelected('d')
  toggleSelected('b')
  expect(selected()).toEqual(['d'])
})

it('a click with Shift selects everything from the conversation that was clicked last, in both directions', () => {
  setAnchor('c')
  selectRange(ids, 'e')
  expect(selected()).toEqual(['c', 'd', 'e'])
  selectRange(ids, 'b')
  expect(selected().toSorted()).toEqual(['b', 'c', 'd', 'e'])
})

it('a click with Shift selects only the clicked conversation if the first one is gone or cannot be selected', () => {
  selectRange(ids, 'b')
  expect(selected()).toEqual(['b'])
  endSelection()
  setAnchor('deleted')
  selectRange(ids, 'd')
  expect(selected()).toEqual(['d'])
  selectRange(ids, 'being answered')
  expect(selected()).toEqual(['d'])
})

it('the selection can contain every conversation, and ends', () => {
  selectAll(ids)
  expect(selected()).toEqual(ids)
  endSelection()
  expect(listStore.getState().selected).toBeUndefined()
})
