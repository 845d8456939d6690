import { flushSync } from 'react-dom'
import { describe, expect, it } from 'vitest'
import './workshop.css'
import { box, button, named, show, type, until } from './shown-story'
import { StoreEmpty, StoreFull, StoreProcessing, StoreWithoutModel } from './stories/store.stories'

const rowNames = () => [...box.querySelectorAll('tbody th span.font-medium')].map(({ textContent }) => textContent)
const items = () => [...box.querySelectorAll<SVGGElement>('[role="treeitem"]')]
const treeText = () => box.querySelector('[data-testid="tree-text"]')?.textContent
const press = (key: string) =>
  flushSync(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
async function chooseIn(row: string, item: string): Promise<void> {
  button(`More about ${row}`).click()
  const found = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) => textContent === item)
  await until(() => expect(found()).toBeDefined())
  found()?.click()
}

describe('the cache store', () => {
  it('says what to do while nothing is stored', async () => {
    show(StoreEmpty)
    await until(() => expect(box.textContent).toContain('Nothing is stored yet.'))
    expect(box.querySelector('[role="tree"]')).toBeNull()
  })
  it('lists the prefixes of saved caches without a model, and says why no tree shows them', async () => {
    show(StoreWithoutModel)
    await until(() => expect(box.textContent).toContain('No model is loaded, so only saved caches are listed.'))
    expect(box.textContent).not.toContain('were saved with another model')
    expect(box.querySelector('[role="tree"]')).toBeNull()
  })
  it('offers to process a text, says why a text was refused, and offers nothing without a model', async () => {
    show(StoreProcessing)
    await until(() => expect(button('Process a text…')).toBeDefined())
    flushSync(() => button('Process a text…').click())
    expect(button('Process').disabled).toBe(true)
    const field = box.querySelector('textarea') as HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Be brief.')
    flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })))
    flushSync(() => button('Process').click())
    await until(() => expect(box.textContent).toContain('This prefix has only 12 tokens.'))
    flushSync(() => button('Close').click())
    expect(box.textContent).not.toContain('Kind of text')
  })
  it('sorts by each column, the latest use first, and reverses the order after a second click', async () => {
    show(StoreFull)
    await until(() => expect(rowNames()[0]).toBe('Deadlines in the lease'))
    flushSync(() => button('Tokens').click())
    expect(rowNames().slice(0, 2)).toEqual(['Lease 2026', 'Lease 2026'])
    expect(button('Tokens').closest('th')?.getAttribute('aria-sort')).toBe('descending')
    flushSync(() => button('Tokens').click())
    expect(rowNames()[0]).toBe('Why the sky is blue')
  })
  it('explains the parts of the tree to keyboard users: a trunk says who shares it, and a branch says whose it is', async () => {
    show(StoreFull)
    await until(() => expect(items()).toHaveLength(7))
    flushSync(() => items()[0]?.focus())
    expect(treeText()).toMatch(
      /^Tokens 1 to 380, the same in 6 stored prefixes \(cells, memory, and disk\) of .*You are a careful assistant/,
    )
    press('ArrowRight')
    press('ArrowRight')
    expect(treeText()).toBe('Tokens 2,901 to 3,180, only in “Deadlines in the lease” (cells): “Which deadlines does the lease have?”')
    press('ArrowLeft')
    expect(document.activeElement).toBe(items()[1])
    expect(items().filter(({ tabIndex }) => tabIndex === 0)).toEqual([items()[1]])
  })
  it('says for each tier what would be evicted next, and why', async () => {
    show(StoreFull)
    await until(() => expect(box.textContent).toContain('What would be evicted next'))
    expect(box.textContent).toContain('Nothing is lost: another ')
    expect(box.textContent).toContain('has 120 of its tokens, and it would take 96 ms to get everything again.')
    expect(box.textContent).toContain(
      '“Bread without yeast”. It saves the least time for its size and use: no other saved cache has 300 of its tokens.',
    )
  })
  it('pins and names a prefix, and asks before it removes one', async () => {
    show(StoreFull)
    await until(() => expect(rowNames()).toHaveLength(7))
    await chooseIn('Bread without yeast, Disk', 'Pin: keep on disk')
    await until(() => expect(named(StoreFull, 'prefixes.pin')).toMatchObject([{ input: { prefixId: 'disk:bread', isPinned: true } }]))
    await chooseIn('Bread without yeast, Disk', 'Name…')
    const field = () => box.querySelector<HTMLInputElement>('input[aria-label="Name of the prefix"]')
    await until(() => expect(field()).not.toBeNull())
    type('Name of the prefix', ' Bread ')
    press('Enter')
    await until(() => expect(named(StoreFull, 'prefixes.rename')).toMatchObject([{ input: { prefixId: 'disk:bread', name: 'Bread' } }]))
    await chooseIn('Bread without yeast, Disk', 'Remove this copy…')
    await until(() => expect(document.querySelector('[role="alertdialog"]')?.textContent).toContain('The conversation stays.'))
    expect(named(StoreFull, 'prefixes.remove')).toEqual([])
    const yes = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Remove copy')
    yes?.click()
    await until(() => expect(named(StoreFull, 'prefixes.remove')).toMatchObject([{ input: { prefixId: 'disk:bread' } }]))
  })
})
