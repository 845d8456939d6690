import { flushSync } from 'react-dom'
import { describe, expect, it } from 'vitest'
import './workshop.css'
import { tourStore } from '../app/tour/tour-store'
import { litStore } from '../chat/words/lit-store'
import { preferenceStore } from '../window/preference-store'
import { box, button, named, show, until } from './shown-story'
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
  it('shows the tokens of the first message, its cells, what was reused, and ends with the card as it was', async () => {
    await takeTour()
    await until(() => expect(card()?.textContent).toContain('Your first message became 6 tokens.'))
    expect(card()?.textContent).toContain('Step 1 of 5')
    press('Next')
    await until(() => expect(litStore.getState().lit).toEqual({ sequence: 0, positions: [1, 2, 3, 4, 5, 6] }))
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
    expect(preferenceStore.getState().values).toMatchObject({ tourSeen: true, details: false })
    expect(litStore.getState().lit).toBeUndefined()
  })
  it('ends with Escape', async () => {
    await takeTour()
    await until(() => expect(card()?.contains(document.activeElement)).toBe(true))
    flushSync(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })))
    await until(() => expect(tourStore.getState().step).toBeNull())
    expect(preferenceStore.getState().values.tourSeen).toBe(true)
  })
})
