import { flushSync } from 'react-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import './workshop.css'
import { importPieceCharacters } from '../../core/contract/chat/import-limits'
import type { UnsentDocument } from '../../core/contract/chat/unsent'
import { coded } from '../../core/contract/errors/coded-error'
import { Composer } from '../chat/composer/composer'
import { changeComposerText, composerTextOf, composerTextStore } from '../chat/conversation/composer-texts'
import { conversationStore } from '../chat/conversation/conversation-store'
import { attach } from '../chat/documents/document-store'
import { chatImportStore, importConversations } from '../chat/import/import-store'
import { ConversationList } from '../chat/list/conversation-list'
import { printConversation } from '../chat/printed/print-conversation'
import { appStore } from '../client/app-store'
import { keyboard } from '../window/keyboard'
import { appState, loading, manyConversations, thread } from './facts'
import { box, button, named, settled, show, type, until } from './shown-story'
import * as chat from './stories/chat.stories'
import * as lists from './stories/lists.stories'
import * as widgets from './stories/widgets.stories'
import { story } from './story'

const field = (): HTMLTextAreaElement => box.querySelector('textarea') as HTMLTextAreaElement

describe('a message', () => {
  it('follows its turn once during the answer, and shows the text so far', async () => {
    show(chat.MessageStreaming)
    await until(() => expect(box.textContent).toContain('The keys and values of every token'))
    expect(named(chat.MessageStreaming, 'followTurn')).toMatchObject([{ input: { turnId: 'live' } }])
    // 2 gaps in 45 ms.
    expect(box.textContent).toContain('8 tokens · 44.4 tok/s')
  })
  it('says that it waits for the sequences of other conversations', async () => {
    show(chat.MessageWaitingForSequence)
    await until(() => expect(box.textContent).toContain('Waiting for other conversations: they use all 2 sequences'))
    show(chat.MessageWaitingForSequences)
    await until(() => expect(box.textContent).toContain('the answers need 3 sequences, and 1 of 4 are free'))
  })
  it('follows no turn before the engine runs', () => {
    show(chat.MessageWaiting)
    expect(named(chat.MessageWaiting, 'followTurn')).toEqual([])
    expect(box.querySelectorAll('article')).toHaveLength(2)
  })
  it('says why it has no text if the model only wrote its reasoning', () => {
    show(chat.MessageReasoningOnly)
    expect(box.textContent).toContain('The model ended after its reasoning, without an answer.')
    show(chat.MessageReasoningTooLong)
    expect(box.textContent).toContain('The answer reached its length limit while the model was still thinking.')
    show(chat.MessageComplete)
    expect(box.textContent).not.toContain('reasoning')
  })
  it('shows its failure in an alert', () => {
    show(chat.MessageFailed)
    expect(box.querySelector('[role="alert"]')?.textContent).toContain('disk')
  })
})

describe('several answers', () => {
  it('set the sequences that they need once and without a question, if these fit', async () => {
    show(chat.ComposerSeveralAnswers)
    await until(() => expect(named(chat.ComposerSeveralAnswers, 'models.saveKv')).toMatchObject([{ input: { kv: { sequences: 3 } } }]))
    flushSync(() => changeComposerText(null, { text: 'Hello' }))
    await settled()
    expect(named(chat.ComposerSeveralAnswers, 'models.saveKv')).toHaveLength(1)
    expect(box.querySelector('[role="status"], [role="alert"]')).toBeNull()
  })
  it('ask first if the sequences would make the context shorter or do not fit', async () => {
    show(chat.ComposerSeveralAnswersNoRoom)
    await until(() =>
      expect(box.querySelector('[role="status"], [role="alert"]')?.textContent).toContain('3 answers at once need 3 sequences'),
    )
    expect(named(chat.ComposerSeveralAnswersNoRoom, 'models.saveKv')).toEqual([])
  })
})

describe('the menu of a message', () => {
  const items = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const rightClick = (selector: string) =>
    flushSync(() => box.querySelector(selector)?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))
  const names = () => items().map(({ textContent }) => textContent)
  it('has what the buttons of the message do', async () => {
    show(chat.ThreadFull)
    await until(() => expect(box.querySelector('article [data-message]')).not.toBeNull())
    rightClick('article[aria-posinset="1"] [data-message]')
    await until(() => expect(names()).toHaveLength(5))
    expect(names()).toEqual([
      'Copy your message',
      'Edit and send again',
      'Keep this message when the context is full',
      'Continue in a new chat',
      'Delete from here…',
    ])
    flushSync(() => items()[1]?.click())
    expect(conversationStore.getState().editing?.messageId).toBe(conversationStore.getState().thread?.messages[0]?.id)
    await until(() => expect(items()).toEqual([]))
    rightClick('article[aria-posinset="2"] [data-message]')
    await until(() => expect(names()).toContain('Copy the answer'))
  })
  it('saves an edited answer, and shows its mark', async () => {
    show(chat.ThreadEditedAnswer)
    const answer = conversationStore.getState().thread?.messages[1]
    expect(box.textContent).toContain('edited by you')
    flushSync(() => conversationStore.setState({ editing: { messageId: answer?.id ?? '', text: 'my words' } }))
    const save = () => [...box.querySelectorAll<HTMLElement>('article button')].find(({ textContent }) => textContent === 'Save')
    await until(() => expect(save()).toBeDefined())
    flushSync(() => save()?.click())
    await until(() =>
      expect(named(chat.ThreadEditedAnswer, 'conversations.editAnswer')).toMatchObject([
        { input: { conversationId: answer?.conversationId, answerId: answer?.id, text: 'my words' } },
      ]),
    )
    await until(() => expect(conversationStore.getState().editing).toBeUndefined())
  })
  it('deletes a message and everything after it once the user confirms', async () => {
    show(chat.ThreadDeleting)
    const first = conversationStore.getState().deleting
    const confirm = () => [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')].at(-1)
    await until(() => expect(confirm()?.textContent).toBe('Delete'))
    flushSync(() => confirm()?.click())
    await until(() =>
      expect(named(chat.ThreadDeleting, 'conversations.removeFrom')).toMatchObject([
        { input: { conversationId: first?.conversationId, messageId: first?.id } },
      ]),
    )
    await until(() => expect(conversationStore.getState().thread?.messages).toEqual([]))
    expect(document.querySelector('[role="alertdialog"]')).toBeNull()
  })
  it('stays closed in a text field, where the browser has its own', async () => {
    show(chat.ThreadFull)
    await until(() => expect(box.querySelector('article [data-message]')).not.toBeNull())
    flushSync(() => conversationStore.setState(({ thread }) => ({ editing: { messageId: thread?.messages[0]?.id ?? '', text: 'x' } })))
    rightClick('article textarea')
    await settled()
    expect(items()).toEqual([])
  })
})

describe('the chat', () => {
  it('starts with a new conversation, or with the last one if the user prefers it', async () => {
    show(chat.ScreenStartingNew)
    await until(() => expect(named(chat.ScreenStartingNew, 'preferences.read')).toHaveLength(1))
    await settled()
    expect(named(chat.ScreenStartingNew, 'conversations.read')).toEqual([])
    show(chat.ScreenStartingWithLast)
    await until(() => expect(box.querySelectorAll('article').length).toBeGreaterThan(0))
    expect(named(chat.ScreenStartingWithLast, 'conversations.read')).toMatchObject([{ input: { conversationId: 'c' } }])
  })
  it('keeps a new conversation open after a reload if it has unsent text', async () => {
    show(chat.ScreenStartingWithUnsentText)
    await until(() => expect(named(chat.ScreenStartingWithUnsentText, 'unsent.read')).toHaveLength(1))
    await settled()
    expect(named(chat.ScreenStartingWithUnsentText, 'conversations.read')).toEqual([])
  })
})

describe('the composer', () => {
  /** Returns false if the field handles the key itself. */
  const press = (held: KeyboardEventInit = {}) =>
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...held }))
  it('sends its text once when Enter is pressed', async () => {
    show(chat.ComposerFull)
    press()
    await until(() => expect(named(chat.ComposerFull, 'turns.send')).toMatchObject([{ input: { text: 'What is the KV cache?' } }]))
    press()
    expect(named(chat.ComposerFull, 'turns.send')).toHaveLength(1)
  })
  it('sends with Ctrl+Enter if the user prefers that, and says so', async () => {
    const { calls } = chat.ComposerSendingWithCtrlEnter
    show(chat.ComposerSendingWithCtrlEnter)
    expect(box.textContent).toContain(
      keyboard.isMac ? '⌘Enter sends, Enter starts a new line' : 'Ctrl+Enter sends, Enter starts a new line',
    )
    expect(press()).toBe(true)
    expect(calls.map(({ name }) => name)).not.toContain('turns.send')
    expect(press(keyboard.isMac ? { metaKey: true } : { ctrlKey: true })).toBe(false)
    await until(() => expect(named(chat.ComposerSendingWithCtrlEnter, 'turns.send')).toHaveLength(1))
  })
  it('cannot send an empty text, or any text while the model loads', () => {
    show(chat.ComposerEmpty)
    expect(box.querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled).toBe(true)
    show(chat.ComposerLoading)
    expect(box.querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled).toBe(true)
  })
  it('refuses a text that is longer than the context, with both token counts', async () => {
    show(chat.ComposerError)
    await until(() => expect(box.querySelector('[role="alert"]')?.textContent).toMatch(/5,2\d\d.*4,096/))
    await until(() =>
      expect(box.querySelector('[role="alert"]')?.textContent).toMatch(/Raise the context to 6,144 \(cache of .*q8_0 cache/),
    )
    expect(box.querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled).toBe(true)
  })
})

describe('a formula in an answer', () => {
  it('is drawn, and an invalid or unfinished one shows its source', async () => {
    show(widgets.MarkdownMath)
    await until(() => expect(box.querySelectorAll('[data-math]:not([hidden]) .katex-html')).toHaveLength(5))
    expect([...box.querySelectorAll('.math-source')].map((source) => source.textContent)).toEqual([
      '$\\frac{1$',
      '$\\nothing{x}$',
      '$$\n\\sum_{i=1}^{n} i',
    ])
    expect(box.textContent).toContain('It costs $5 or $6.')
    expect(box.querySelectorAll('math')).toHaveLength(5)
  })
})

describe('the summary of an import', () => {
  it('names what could not be read and what was left out, and closes', () => {
    show(lists.ImportFinished)
    const dialog = document.querySelector('[role="alertdialog"]')
    expect(dialog?.textContent).toContain('997 conversations imported. 1 conversation skipped')
    expect(dialog?.textContent).toContain('Entry 1,000 is damaged.')
    expect(dialog?.textContent).toContain('Holiday photos 2: 2 images and 1 document were left out.')
    expect(dialog?.textContent).toContain('and 10 more')
    const close = [...document.querySelectorAll<HTMLButtonElement>('[role="alertdialog"] button')].find(
      ({ textContent }) => textContent === 'Close',
    )
    flushSync(() => close?.click())
    expect(document.querySelector('[role="alertdialog"]')).toBeNull()
  })
})

describe('attached documents', () => {
  afterEach(() => vi.restoreAllMocks())
  const documentNamed = (id: string): UnsentDocument => ({
    document: { id, name: `${id}.txt`, mediaType: 'text/plain', sizeBytes: 5, hasPages: false, pageCharacters: [5] },
    pages: '',
  })
  it('are at most 32 in a message, and a further one is refused with the reason', async () => {
    show(chat.ComposerFull)
    changeComposerText(null, { documents: Array.from({ length: 32 }, (_, index) => documentNamed(String(index))) })
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ ok: true, document: documentNamed('last').document }))
    await attach(null, [new File(['Hello'], 'last.txt')])
    await until(() =>
      expect(box.querySelector('[role="alert"]')?.textContent).toContain('last.txt was not attached. A message can have at most 32'),
    )
    expect(composerTextOf(composerTextStore.getState(), null).documents).toHaveLength(32)
  })
  it('are counted again if counting failed and the model was loaded again', async () => {
    let isGone = true
    const counting = story(() => <Composer />, {
      app: appState(),
      host: {
        documents: {
          count: () => {
            if (isGone) throw coded('no-model-loaded', {})
            return { pageTokens: [30] }
          },
        },
      },
      before: () => changeComposerText(null, { documents: [documentNamed('notes')] }),
    })
    show(counting)
    await until(() => expect(box.textContent).toContain('–'))
    isGone = false
    flushSync(() => appStore.setState({ app: appState({ model: loading() }) }))
    flushSync(() => appStore.setState({ app: appState() }))
    await until(() => expect(box.textContent).toContain('30 tokens'))
  })
  it('show their size and their share of the memory in the plain view, without tokens and bytes', async () => {
    show(chat.ComposerDocumentsPlain)
    await until(() => expect(box.querySelector('li')?.textContent).toMatch(/2 of 3 pages · \d+% of the memory/))
    flushSync(() => appStore.setState({ app: appState({ background: { documentIds: ['report.pdf'], isReady: true } }) }))
    expect(box.querySelector('li')?.textContent).not.toMatch(/token|KiB|cache/)
  })
  it('are said to be too long in the same words as typed text, in the plain view', async () => {
    show(chat.ComposerDocumentsTooLongPlain)
    await until(() => expect(box.querySelector('[role="alert"]')?.textContent).toContain('times as long as the model can read at once'))
    expect(box.querySelector('li')?.textContent).toContain('3 pages · more than the memory holds')
  })
  it('leave no error of a refused file after another was attached or one removed', async () => {
    show(chat.ComposerFull)
    const refused = { code: 'document-refused', facts: { name: 'table.xlsx', reason: { kind: 'spreadsheet' } } } as const
    const attached = { ok: true, document: documentNamed('notes').document }
    const fetched = vi.spyOn(globalThis, 'fetch')
    const attachWith = async (answer: object) => {
      fetched.mockResolvedValueOnce(Response.json(answer))
      await attach(null, [new File(['Hello'], 'a.txt')])
      await settled()
    }
    const trouble = () => box.querySelector('[role="alert"]')?.textContent ?? ''
    await attachWith({ ok: false, failure: refused })
    await until(() => expect(trouble()).toContain('Headroom cannot read Excel files'))
    await attachWith(attached)
    expect(trouble()).not.toContain('Excel')
    await attachWith({ ok: false, failure: refused })
    await until(() => expect(trouble()).toContain('Headroom cannot read Excel files'))
    flushSync(() => button('Remove notes.txt').click())
    expect(trouble()).not.toContain('Excel')
  })
  it('say that they are processed while the message is written, and then that they are in the cache', () => {
    show(chat.ComposerDocuments)
    const background = (isReady: boolean) =>
      flushSync(() => appStore.setState({ app: appState({ background: { documentIds: ['report.pdf'], isReady } }) }))
    const chips = () => [...box.querySelectorAll('li')].map(({ textContent }) => textContent ?? '')
    expect(chips().join()).not.toContain('being processed')
    background(false)
    expect(chips().map((text) => text.includes('being processed'))).toEqual([true, false, false, false])
    background(true)
    expect(chips().map((text) => text.includes('in the cache'))).toEqual([true, false, false, false])
  })
  it('are compared with the context even if the user typed nothing and earlier messages have no token count', async () => {
    show(chat.ComposerDocumentsTooLong)
    changeComposerText(null, { text: '', typedSystemPrompt: 'Be brief.' })
    await until(() => expect(box.querySelector('[role="alert"]')?.textContent).toContain('Headroom never shortens a message.'))
    expect(box.querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled).toBe(true)
  })
  it('cannot be sent with a text of more than 4 million characters', () => {
    show(chat.ComposerDocuments)
    flushSync(() => changeComposerText(null, { text: '', pasted: 'x'.repeat(4_000_001) }))
    expect(box.querySelector('[role="alert"]')?.textContent).toContain('4,000,001')
  })
})

describe('a refused import', () => {
  it('is scrolled into view, because it is shown after the last conversation', async () => {
    show(lists.ConversationsOverflowing)
    const list = box.querySelector('[data-drop="conversations"]') as HTMLElement
    await until(() => expect(list.scrollHeight).toBeGreaterThan(2 * list.clientHeight))
    expect(list.scrollTop).toBe(0)
    flushSync(() => chatImportStore.setState({ trouble: { code: 'import-refused', facts: { name: 'export.zip', reason: 'zip' } } }))
    const bottomOf = (element: Element) => element.getBoundingClientRect().bottom
    // The scroll position can be rounded to whole pixels.
    await until(() => expect(bottomOf(box.querySelector('[role="alert"]') as Element)).toBeLessThan(bottomOf(list) + 1))
  })
})

describe('the list of conversations', () => {
  const row = (title: string) => button(title)
  const boxOf = (title: string) =>
    [...box.querySelectorAll('label')].find((label) => label.textContent === title)?.querySelector('input') as HTMLInputElement
  const click = (element: Element, keys: MouseEventInit = {}) =>
    flushSync(() => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys })))

  it('selects conversations with Ctrl and Shift, and moves all of them to the bin at once', async () => {
    show(lists.ConversationsFull)
    click(row('Conversation 3'), { ctrlKey: true })
    await until(() => expect(document.activeElement).toBe(boxOf('Conversation 3')))
    click(boxOf('Conversation 5'), { shiftKey: true })
    click(boxOf('Conversation 4'))
    await until(() => expect(box.textContent).toContain('2 selected'))
    expect(conversationStore.getState().openId).toBe('c1')
    click(button('Delete'))
    expect(named(lists.ConversationsFull, 'conversations.remove')).toMatchObject([{ input: { conversationIds: ['c2', 'c4'] } }])
    await until(() => expect(row('Conversation 3')).toBeTruthy())
  })
  it('keeps the selection if the host does not remove the conversations', async () => {
    const refusing = {
      conversations: {
        remove: () => {
          throw coded('conversation-busy', { conversationId: 'c0' })
        },
      },
    }
    show(
      story(() => <ConversationList />, {
        app: appState(),
        host: refusing,
        before: () => conversationStore.setState({ list: manyConversations(3) }),
      }),
    )
    click(row('Conversation 1'), { ctrlKey: true })
    click(button('Delete'))
    await until(() => expect(conversationStore.getState().trouble).toBeDefined())
    expect(box.textContent).toContain('1 selected')
  })
  it('does not select a conversation that is being answered, or one that is gone', async () => {
    show(lists.ConversationsSelecting)
    await until(() => expect(boxOf('Conversation 3').checked).toBe(true))
    click(button('Select all'))
    await until(() => expect(box.textContent).toContain('500 selected'))
    expect([...box.querySelectorAll('input:disabled')].map((field) => (field as HTMLInputElement).dataset.selects)).toEqual(['c4'])
    flushSync(() => conversationStore.setState({ list: conversationStore.getState().list.slice(0, 3) }))
    expect(box.textContent).toContain('3 selected')
  })
  it('leaves the selection with Escape, but not if it is pressed in another part of the window', async () => {
    show(lists.ConversationsSelecting)
    await until(() => expect(box.textContent).toContain('2 selected'))
    const pressEscape = (target: EventTarget) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    const elsewhere = document.body.appendChild(document.createElement('textarea'))
    elsewhere.focus()
    pressEscape(elsewhere)
    elsewhere.remove()
    expect(box.textContent).toContain('2 selected')
    pressEscape(window)
    await until(() => expect(box.querySelector('input[type="search"]')).toBeTruthy())
  })
})

describe('the search of the list', () => {
  const hit = { conversationId: 'c1', title: 'Soup', messageId: null, role: null, part: null, excerpt: '', createdAt: 0 }
  const searched = story(() => <ConversationList />, {
    app: appState(),
    host: { conversations: { search: ({ text }: { text: string }) => (text === 'soup' ? [hit] : new Promise<never>(() => {})) } },
  })
  const press = (init: KeyboardEventInit) =>
    flushSync(() => box.querySelector('input[type="search"]')?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init })))
  it('opens its first result with Enter, but no result of an earlier query, and not with the Enter that ends a composition', async () => {
    show(searched)
    type('Search conversations', 'soup')
    await until(() => button('Soup'))
    press({ key: 'Enter', isComposing: true })
    type('Search conversations', 'bread')
    await until(() => expect(named(searched, 'conversations.search')).toHaveLength(2))
    press({ key: 'Enter' })
    expect(conversationStore.getState().openId).toBeNull()
    type('Search conversations', 'soup')
    await until(() => {
      press({ key: 'Enter' })
      expect(conversationStore.getState().openId).toBe('c1')
    })
  })
})

it('prints a conversation once if its shortcut is held, and restores the title of the window', async () => {
  const titles: string[] = []
  const printed = vi.spyOn(window, 'print').mockImplementation(() => {
    titles.push(document.title)
    window.dispatchEvent(new Event('afterprint'))
  })
  document.title = 'Headroom'
  const printable = story(() => <ConversationList />, { app: appState(), host: { conversations: { read: () => thread() } } })
  show(printable)
  await Promise.all([printConversation('c'), printConversation('c')])
  const { title } = thread().conversation
  expect(titles).toEqual([title])
  expect(document.title).toBe('Headroom')
  await printConversation('c')
  expect(titles).toEqual([title, title])
  printed.mockRestore()
})

describe('an imported file', () => {
  const summary = {
    imported: 0,
    existing: 0,
    broken: 0,
    isCutOff: false,
    brokenOnes: [],
    incomplete: 0,
    incompleteOnes: [],
    conversationId: null,
  }
  it('does not stop the files after it if it is refused', async () => {
    const importing = story(() => <ConversationList />, {
      app: appState(),
      host: {
        imports: {
          begin: ({ name }: { readonly name: string }) => ({ importId: name }),
          append: () => ({}),
          finish: ({ importId: name }: { readonly importId: string }) => {
            if (name === 'diary.json') throw coded('import-refused', { name, reason: 'not-json' })
            return { ...summary, imported: 2 }
          },
        },
      },
    })
    show(importing)
    await importConversations(['a.json', 'diary.json', 'b.json'].map((name) => new File(['[]'], name)))
    const begun = named(importing, 'imports.begin').map(({ input }) => (input as { readonly name: string }).name)
    expect(begun).toEqual(['a.json', 'diary.json', 'b.json'])
    const dialog = () => document.querySelector('[role="alertdialog"]')?.textContent
    await until(() => expect(dialog()).toContain('4 conversations imported.'))
    expect(dialog()).toContain('1 file was not imported:diary.json was not imported. It is not JSON.')
  })
  it.each([3, 6])('reaches the host in pieces that it accepts if a character begins %i bytes before the end of one', async (bytes) => {
    const importing = story(() => null, {
      host: { imports: { begin: () => ({ importId: 'i' }), append: () => ({}), finish: () => summary } },
    })
    show(importing)
    const text = `${'a'.repeat(importPieceCharacters - bytes)}😀${'a'.repeat(importPieceCharacters)}`
    await importConversations([new File([text], 'export.json')])
    const pieces = named(importing, 'imports.append').map(({ input }) => (input as { readonly text: string }).text)
    expect(pieces.join('') === text).toBe(true)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(importPieceCharacters)
  })
})
