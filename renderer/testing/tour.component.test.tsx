import { flushSync } from 'react-dom'
import { describe, expect, it } from 'vitest'
import './workshop.css'
import { startTour, tourStore } from '../app/tour/tour-store'
import { litStore } from '../chat/words/lit-store'
import { preferenceStore } from '../window/preference-store'
import { box, button, named, settled, show, until } from './shown-story'
import { TourOffered, WordsLinked } from './stories/cache.stories'

const card = () => document.querySelector<HTMLElement>('[role="dialog"]')
const press = (name: string) => {
  const found = [...(card()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`There is no button "${name}" in ${card()?.textContent}`)
  flushSync(() => found.click())
}
const written = () => named(TourOffered, 'preferences.write').map(({ input }) => input)

async function takeTour(): Promise<void> {
  show(TourOffered)
  await until(() => button('Take the tour'))
  flushSync(() => button('Take the tour').click())
  await until(() => expect(card()?.textContent).toContain('Your chats'))
}

async function takeMapTour(): Promise<void> {
  show(WordsLinked)
  flushSync(startTour)
  await until(() => expect(card()?.textContent).toContain('Your message'))
}

describe('the tour', () => {
  it('is offered after the first answer, and never again once it was declined', async () => {
    show(TourOffered)
    await until(() => button('No, thanks'))
    flushSync(() => button('No, thanks').click())
    expect(box.textContent).not.toContain('New here?')
    await until(() => expect(written()).toEqual([{ tourSeen: true }]))
  })
  it('is not offered to people who look at the details', () => {
    show(WordsLinked)
    expect(box.textContent).not.toContain('New here?')
  })
  it('stays plain in the plain view, and points at the memory with the user’s own message', async () => {
    await takeTour()
    expect(card()?.textContent).toContain('Step 1 of 5')
    press('Next')
    expect(card()?.textContent).toContain('Your message “Why is the sky blue?” is in here now')
    await until(() => expect(box.querySelector('[data-tour="memory"]')).not.toBeNull())
    for (const title of ['How full it is', 'A better model', 'Help']) {
      press('Next')
      expect(card()?.textContent).toContain(title)
      expect(card()?.textContent).not.toMatch(/token|cell|context/i)
    }
    expect(preferenceStore.getState().values.details).toBe(false)
    press('Done')
    await until(() => expect(card()).toBeNull())
    expect(preferenceStore.getState().values).toMatchObject({ tourSeen: true, details: false })
  })
  it('shows the tokens of the first message, its cells and what was reused, with the details', async () => {
    await takeMapTour()
    await until(() => expect(card()?.textContent).toContain('Your first message became 6 tokens.'))
    expect(card()?.textContent).toContain('Step 1 of 5')
    press('Next')
    await until(() => expect(litStore.getState().held).toEqual({ sequence: 0, positions: [1, 2, 3, 4, 5, 6] }))
    press('Next')
    expect(card()?.textContent).toContain('80 tokens were still in memory')
    press('Back')
    expect(card()?.textContent).toContain('Step 2 of 5')
    press('Next')
    press('Next')
    expect(card()?.textContent).toContain('Every cell')
    press('Next')
    press('Done')
    await until(() => expect(card()).toBeNull())
    expect(litStore.getState().held).toBeUndefined()
  })
  it('keeps the cells of the first message lit when the pointer moves', async () => {
    await takeMapTour()
    press('Next')
    const marks = () => box.querySelectorAll('rect[fill="var(--mark)"]').length
    await until(() => expect(marks()).toBeGreaterThan(0))
    flushSync(() => box.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })))
    await settled()
    expect(marks()).toBeGreaterThan(0)
  })
  it('ends with Escape', async () => {
    await takeTour()
    await until(() => expect(card()?.contains(document.activeElement)).toBe(true))
    flushSync(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })))
    await until(() => expect(tourStore.getState().step).toBeNull())
    expect(preferenceStore.getState().values.tourSeen).toBe(true)
  })
})
