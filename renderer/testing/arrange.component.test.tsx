import { flushSync } from 'react-dom'
import { describe, expect, it } from 'vitest'
import './workshop.css'
import { runCommand } from '../app/commands/run-command'
import { conversationStore } from '../chat/conversation/conversation-store'
import { listStore, nameConversation } from '../chat/list/list-store'
import { box, button, named, show, type, until } from './shown-story'
import * as lists from './stories/lists.stories'

const story = lists.ConversationsArranged
const calls = (name: string) => named(story, `conversations.${name}`).map(({ input }) => input)
const titled = (title: string) => box.querySelector<HTMLElement>(`button[title="${title}"]`) as HTMLElement
const rowOf = (title: string) => titled(title).closest('li') as HTMLElement
const section = (name: string) => box.querySelector(`section[aria-label="${name}"]`) as HTMLElement
const items = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
const item = (name: string) => items().find(({ textContent }) => textContent?.trim() === name) as HTMLElement
const rightClick = (element: Element) =>
  flushSync(() => element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))

function drag(from: Element, to: Element): void {
  const dataTransfer = new DataTransfer()
  const event = (name: string) => new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer })
  flushSync(() => from.dispatchEvent(event('dragstart')))
  flushSync(() => to.dispatchEvent(event('dragover')))
  flushSync(() => to.dispatchEvent(event('drop')))
}

async function shown(): Promise<void> {
  show(story)
  await until(() => expect(titled('Soup for ten')).not.toBeNull())
}
async function openMoveMenu(title: string): Promise<void> {
  rightClick(rowOf(title))
  await until(() => expect(item('Move to folder')).toBeDefined())
  flushSync(() => item('Move to folder').click())
  await until(() => expect(item('Create a folder')).toBeDefined())
}

describe('the list of conversations', () => {
  it('shows pinned conversations first, then folders, of which the closed ones have only a heading', async () => {
    await shown()
    const names = [...box.querySelectorAll('section[aria-label] > h2, section[aria-label] h2 button')].map(({ textContent }) => textContent)
    expect(names.slice(0, 4)).toEqual(['Pinned', expect.stringContaining('Donau'), 'Recipes2', 'Work1'])
    expect(box.querySelector('button[title="Budget"]')).toBeNull()
    flushSync(() => titled('Work').click())
    await until(() => expect(titled('Budget')).not.toBeNull())
  })
  it('pins with the menu and with the command', async () => {
    await shown()
    rightClick(rowOf('Soup for ten'))
    await until(() => expect(item('Pin')).toBeDefined())
    flushSync(() => item('Pin').click())
    flushSync(() => runCommand('pin-conversation'))
    await until(() => expect(calls('setPinned')).toHaveLength(2))
    expect(calls('setPinned')).toEqual(Array(2).fill({ conversationIds: ['soup'], isPinned: true }))
    await until(() => expect(items()).toEqual([]))
    rightClick(rowOf('Holiday plans'))
    await until(() => expect(item('Unpin')).toBeDefined())
  })
  it('is duplicated from its menu', async () => {
    await shown()
    rightClick(rowOf('Soup for ten'))
    await until(() => expect(item('Duplicate')).toBeDefined())
    flushSync(() => item('Duplicate').click())
    await until(() => expect(calls('copy')).toEqual([{ conversationId: 'soup', title: 'Copy of Soup for ten' }]))
  })
  it('moves a conversation to a folder and out of it with the menu', async () => {
    await shown()
    await openMoveMenu('Soup for ten')
    expect(item('Recipes').hasAttribute('data-disabled')).toBe(true)
    flushSync(() => item('Work').click())
    await until(() => expect(calls('move')).toEqual([{ conversationIds: ['soup'], folderId: 'work' }]))
    await until(() => expect(items()).toEqual([]))
    await openMoveMenu('Soup for ten')
    flushSync(() => item('Remove from folder').click())
    await until(() => expect(calls('move')).toHaveLength(2))
    expect(calls('move')[1]).toEqual({ conversationIds: ['soup'], folderId: null })
  })
  it('moves and pins what is dropped on a group, and takes the other selected conversations along', async () => {
    await shown()
    drag(rowOf('Conversation 1'), section('Recipes'))
    drag(rowOf('Soup for ten'), section('Pinned'))
    drag(rowOf('Soup for ten'), section(box.querySelector('section:last-of-type')?.getAttribute('aria-label') ?? ''))
    await until(() => expect(calls('move')).toHaveLength(2))
    expect(calls('move')).toEqual([
      { conversationIds: ['c0'], folderId: 'recipes' },
      { conversationIds: ['soup'], folderId: null },
    ])
    expect(calls('setPinned')).toEqual([{ conversationIds: ['soup'], isPinned: true }])
    flushSync(() => listStore.setState({ selected: new Set(['c0', 'c1']) }))
    const chosen = () => box.querySelector('[data-selects="c1"]')?.closest('li') as HTMLElement
    await until(() => expect(chosen()).toBeTruthy())
    drag(chosen(), section('Work'))
    await until(() => expect(calls('move')).toHaveLength(3))
    expect(calls('move')[2]).toEqual({ conversationIds: ['c0', 'c1'], folderId: 'work' })
  })
  it('creates a folder, whose name is typed at once', async () => {
    await shown()
    flushSync(() => button('Create a folder').click())
    await until(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Name of the folder'))
    type('Name of the folder', 'Travel')
    flushSync(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    await until(() => expect(calls('folders.rename')).toEqual([{ folderId: 'new', name: 'Travel' }]))
  })
  it('gets a new title in its row, for which its folder opens and the selection and the search end', async () => {
    await shown()
    expect(titled('Budget')).toBeNull()
    flushSync(() => listStore.setState({ selected: new Set(['soup']) }))
    flushSync(() => nameConversation('budget'))
    const field = () => section('Work').querySelector<HTMLInputElement>('input[aria-label="New title"]')
    await until(() => expect(field()?.value).toBe('Budget'))
    expect(document.activeElement).toBe(field())
    type('New title', 'Savings')
    flushSync(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    await until(() => expect(calls('rename')).toEqual([{ conversationId: 'budget', title: 'Savings' }]))
    expect(titled('Budget')).toBeNull()
    type('Search conversations', 'plans')
    flushSync(() => nameConversation('soup'))
    expect(box.querySelector<HTMLInputElement>('input[type="search"]')?.value).toBe('')
  })
  it('creates a folder for a conversation', async () => {
    await shown()
    await openMoveMenu('Soup for ten')
    flushSync(() => item('Create a folder').click())
    await until(() => expect(calls('move')).toEqual([{ conversationIds: ['soup'], folderId: 'new' }]))
    await until(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Name of the folder'))
  })
  it('asks before it deletes a folder with conversations, and says that they stay', async () => {
    await shown()
    rightClick(titled('Recipes'))
    await until(() => expect(item('Delete folder')).toBeDefined())
    flushSync(() => item('Delete folder').click())
    const question = () => document.querySelector('[role="alertdialog"]')
    await until(() => expect(question()?.textContent).toContain('Its 2 conversations stay in the list.'))
    flushSync(() => [...(question()?.querySelectorAll('button') ?? [])].at(-1)?.click())
    await until(() => expect(calls('folders.remove')).toEqual([{ folderId: 'recipes' }]))
    expect(conversationStore.getState().trouble).toBeUndefined()
  })
})
