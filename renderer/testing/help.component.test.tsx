import { flushSync } from 'react-dom'
import { describe, expect, it } from 'vitest'
import './workshop.css'
import { findEntries, paletteSections } from '../app/palette/palette-entries'
import { appStore } from '../client/app-store'
import { windowStore } from '../window/window-store'
import { modelFile } from './facts'
import { button, named, show, until } from './shown-story'
import { HelpAbout, HelpFirstSteps, HelpTerms, ModelBarFull, PaletteFull } from './stories/app.stories'

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const items = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]

describe('the help menu', () => {
  it('opens what its items name', async () => {
    show(ModelBarFull)
    const open = async (name: string) => {
      button('Help').click()
      await until(() => expect(items().map(({ textContent }) => textContent)).toContain(name))
      items()
        .find(({ textContent }) => textContent === name)
        ?.click()
    }
    await open('First steps')
    await until(() => expect(windowStore.getState().help).toBe('first-steps'))
    await open('What the terms mean')
    await until(() => expect(windowStore.getState().help).toBe('terms'))
    await open('Keyboard shortcuts')
    await until(() => expect(windowStore.getState().screen).toBe('preferences'))
    await open('Report a problem')
    await until(() => expect(windowStore.getState()).toMatchObject({ panel: 'events', panelOpen: true, screen: 'chat' }))
    await open('About Headroom')
    await until(() => expect(windowStore.getState().help).toBe('about'))
  })
})

describe('the list of terms', () => {
  it('finds terms by their names and by what they mean, and says if there are none', async () => {
    show(HelpTerms)
    await until(() => expect(dialog()).not.toBeNull())
    const names = () => [...(dialog()?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)
    expect(names()).toEqual(expect.arrayContaining(['Token', 'KV cache', 'Cell', 'TTFT', 'KLD']))
    const field = dialog()?.querySelector('input') as HTMLInputElement
    const type = (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })))
    }
    type('ttft')
    expect(names()).toEqual(['TTFT', 'Goodput'])
    type('one token at a time')
    expect(names()).toEqual(['Decode'])
    type('zzz')
    expect(dialog()?.textContent).toContain('No term matches “zzz”.')
  })
})

it('the first steps say how to get a model, to chat, to stay private and to delete', async () => {
  show(HelpFirstSteps)
  const names = () => [...(dialog()?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)
  await until(() => expect(names()).toEqual(['1. Get a model', '2. Chat', '3. Keep it private', '4. Delete']))
})

it('the dialog about Headroom says what it is in plain words first, and shows its license and the release of llama.cpp', async () => {
  show(HelpAbout)
  await until(() => expect(dialog()?.textContent).toContain('Chat with language models that run on your own computer.'))
  await until(() => expect(dialog()?.textContent).toContain('MIT License'))
  expect(dialog()?.textContent).toContain('llama.cpp v0.4.0')
  flushSync(() => dialog()?.querySelector<HTMLElement>('[aria-label="Close"]')?.click())
  await until(() => expect(windowStore.getState().help).toBeNull())
})

it('the command palette lists the models of the library, and loads the one that is chosen', async () => {
  show(PaletteFull)
  appStore.setState({
    models: [modelFile({ id: 'other', name: 'random-360m.gguf' }), modelFile({ id: 'gone', name: 'random-gone.gguf', missing: true })],
  })
  const [found] = findEntries(paletteSections(), 'random')
  expect(found).toMatchObject({ value: 'models', items: [{ name: 'random-360m.gguf' }] })
  expect(found?.items).toHaveLength(1)
  found?.items[0]?.run()
  await until(() => expect(named(PaletteFull, 'models.load')).toMatchObject([{ input: { modelId: 'other' } }]))
})

it('the command palette puts the group with the best match first, and commands first among equals', () => {
  const entry = (name: string) => ({ id: name, name, run: () => {} })
  const sections = [
    { value: 'commands', items: [entry('What the terms mean'), entry('Planner')] },
    { value: 'settings', items: [entry('Theme'), entry('Planner')] },
  ] as const
  const found = (typed: string) => findEntries(sections, typed).map(({ items }) => items[0]?.name)
  expect(found('theme')).toEqual(['Theme', 'What the terms mean'])
  expect(findEntries(sections, 'planner').map(({ value }) => value)).toEqual(['commands', 'settings'])
  expect(findEntries(sections, '').map(({ value }) => value)).toEqual(['commands', 'settings'])
})
