import { beforeEach, describe, expect, it } from 'vitest'
import { changeComposerText, composerTextOf, composerTextStore, forgetComposerTexts } from './composer-texts'
import { openNew } from './conversation-store'

const unsent = () => composerTextOf(composerTextStore.getState(), null)

describe('a new conversation', () => {
  beforeEach(forgetComposerTexts)
  it('is not private because the last one, which was left empty, was to be private', () => {
    changeComposerText(null, { isPrivate: true })
    openNew()
    expect(unsent().isPrivate).toBe(false)
  })
  it('stays private if it has unsent text, documents or a system prompt', () => {
    changeComposerText(null, { isPrivate: true, text: 'My salary' })
    openNew()
    expect(unsent()).toMatchObject({ isPrivate: true, text: 'My salary' })
    changeComposerText(null, { text: '', typedSystemPrompt: 'I am ill.' })
    openNew()
    expect(unsent().isPrivate).toBe(true)
  })
})
