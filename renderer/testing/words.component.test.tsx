import { flushSync } from 'react-dom'
import { describe, expect, it } from 'vitest'
import './workshop.css'
import { conversationStore } from '../chat/conversation/conversation-store'
import { litStore } from '../chat/words/lit-store'
import { box, button, show, until } from './shown-story'
import { PanelSliding, WordsLinked } from './stories/cache.stories'

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]') as HTMLElement
const cells = () => dialog().querySelector<HTMLElement>('[role="slider"][aria-readonly]') as HTMLElement
const quoted = () => dialog().querySelector('[data-testid="words"]')?.textContent
const litWords = () => [...(CSS.highlights.get('lit-word') ?? [])].map(String).join(' ')
const press = (key: string) => flushSync(() => cells().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
const point = (element: Element, type: 'pointerover' | 'pointerout') =>
  flushSync(() => element.dispatchEvent(new PointerEvent(type, { bubbles: true, relatedTarget: document.body })))

async function openAnatomy(): Promise<void> {
  show(WordsLinked)
  await until(() => expect(button('Anatomy: every cell').disabled).toBe(false))
  flushSync(() => button('Anatomy: every cell').click())
  await until(() => expect(document.activeElement).toBe(cells()))
}

describe('cells outside a sliding window', () => {
  it('are faint and counted, and a cell says that it is outside', async () => {
    show(PanelSliding)
    // The next token has position 184 and attends from position 184 - 64 + 1 = 121 on.
    await until(() => expect(box.querySelector('[data-testid="cells-outside"]')?.textContent).toBe('121'))
    const squares = box.querySelector('[data-outside]')?.getAttribute('d')?.match(/M/g)
    expect(squares).toHaveLength(121)
    expect(box.querySelector('[data-cells]')?.getAttribute('aria-valuetext')).toContain('outside the window')
    flushSync(() => button('Anatomy: every cell').click())
    await until(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Faint: outside the window'))
    const cells = document.querySelector('[role="dialog"] [role="slider"]')
    expect(cells?.getAttribute('aria-valuetext')).toContain('outside the window')
  })
})

describe('the anatomy', () => {
  it('shows the word of a cell in its message, and goes to it in the conversation', async () => {
    await openAnatomy()
    for (let step = 0; step < 4; step++) press('ArrowRight')
    await until(() => expect(quoted()).toBe('Message 1 (yours):Why is the sky blue?'))
    await until(() => expect(dialog().querySelector('button.bg-mark')?.textContent).toBe('sky'))
    press('Enter')
    await until(() => expect(litWords()).toBe('sky'))
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
    expect(conversationStore.getState().shownMessageId).toBe('p0')
  })
  it('lights the cells of the word under the pointer', async () => {
    await openAnatomy()
    press('ArrowRight')
    await until(() => expect(quoted()).toContain('Why is'))
    const word = [...dialog().querySelectorAll('[data-testid="words"] button')].find(({ textContent }) => textContent === 'blue') as Element
    const lit = () => dialog().querySelectorAll('rect[fill="var(--mark)"]').length
    point(word, 'pointerover')
    await until(() => expect(lit()).toBe(1))
    point(word, 'pointerout')
    await until(() => expect(lit()).toBe(0))
  })
  it('numbers the turns, and goes to the first message of one', async () => {
    await openAnatomy()
    const [first] = [...dialog().querySelectorAll<HTMLElement>('button[aria-label^="Go to turn"]')]
    expect(first?.textContent).toBe('1–3')
    flushSync(() => first?.click())
    await until(() => expect(conversationStore.getState().shownMessageId).toBe('p0'))
  })
  it('plays the turns and ends with the current cells', async () => {
    await openAnatomy()
    const moment = () => dialog().querySelector('[data-testid="moment"]')?.textContent
    const play = dialog().querySelector<HTMLElement>('[aria-label="Play the turns"]')
    flushSync(() => play?.click())
    expect(moment()).toContain('After turn 1:')
    await until(() => expect(moment()).toContain('After turn 3:'))
    await until(() => expect(moment()).toContain('Now:'))
    await until(() => expect(dialog().querySelector('[aria-label="Play the turns"]')).not.toBeNull())
  })
})

describe('the report of a turn', () => {
  it('lights the word from which the cache and the prompt differ, and its cell, and goes there', async () => {
    show(WordsLinked)
    await until(() => expect(litStore.getState().sample).toBeDefined())
    const reports = [...box.querySelectorAll<HTMLElement>('[aria-label="Open the report"]')]
    flushSync(() => reports[1]?.click())
    const place = box.querySelector('[title="Go to this place in the conversation"]') as HTMLElement
    point(place, 'pointerover')
    await until(() => expect(litWords()).toBe('at'))
    expect(litStore.getState().lit).toEqual({ sequence: 0, positions: [16] })
    point(place, 'pointerout')
    await until(() => expect(litWords()).toBe(''))
    flushSync(() => place.click())
    await until(() => expect(litWords()).toBe('at'))
    expect(conversationStore.getState().shownMessageId).toBe('p2')
  })
})
