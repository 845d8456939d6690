import { flushSync } from 'react-dom'
import { describe, expect, it } from 'vitest'
import './workshop.css'
import { policies } from '../../core/lab/policies/all'
import { composerTextOf, composerTextStore } from '../chat/conversation/composer-texts'
import { conversationStore } from '../chat/conversation/conversation-store'
import { changeEdited, toolsStore } from '../chat/tools/tools-store'
import { runStore } from '../compare/run/run-store'
import { setupStore } from '../compare/setup/setup-store'
import { recordingStore } from '../lab/recording/recording-store'
import { libraryStore } from '../models/library/library-store'
import { requestStore } from '../requests/state/request-store'
import { contextStops } from '../settings/stops'
import { windowStore } from '../window/window-store'
import { box, button, named, show, type, until } from './shown-story'
import * as app from './stories/app.stories'
import * as cache from './stories/cache.stories'
import * as chat from './stories/chat.stories'
import * as lab from './stories/lab.stories'
import * as lists from './stories/lists.stories'
import * as measure from './stories/measure.stories'
import * as models from './stories/models.stories'
import * as requests from './stories/requests.stories'
import * as servers from './stories/servers.stories'
import * as settings from './stories/settings.stories'
import * as tools from './stories/tools.stories'
import * as walls from './stories/walls.stories'

describe('the preferences screen', () => {
  it('stores which conversation Headroom starts with', async () => {
    show(settings.PreferencesFull)
    flushSync(() => button('The last conversation').click())
    expect(button('The last conversation').getAttribute('aria-pressed')).toBe('true')
    expect(named(settings.PreferencesFull, 'preferences.write')).toMatchObject([{ input: { startConversation: 'last' } }])
  })
  it('fills the address, the model and a new key into the text for a client', async () => {
    show(settings.ApiOn)
    const text = () => box.querySelector('[data-testid="client-setup"]')?.textContent ?? ''
    await until(() => expect(text()).toContain('"ANTHROPIC_BASE_URL": "http://127.0.0.1:8080"'))
    expect(text()).toContain('YOUR-KEY')
    type('Name of the program', 'Claude Code')
    flushSync(() => button('Create a key').click())
    await until(() => expect(text()).toContain('hr-made'))
  })
  it('stores a port, and says why it refuses another text', async () => {
    show(settings.ApiOn)
    const written = () => named(settings.ApiOn, 'preferences.write').map(({ input }) => input)
    const port = () => box.querySelector('[aria-label="Port"]') as HTMLElement
    const leave = () => flushSync(() => port().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    await until(() => expect(port()).not.toBeNull())
    for (const typed of ['0', '65536', '8080.5', 'http', '-1']) {
      type('Port', typed)
      leave()
      expect(box.textContent).toContain(`“${typed}” is not a port. Enter a whole number from 1 to 65535.`)
    }
    expect(written()).toEqual([])
    type('Port', ' 9000 ')
    leave()
    expect(box.textContent).not.toContain('is not a port')
    expect(written()).toEqual([{ apiPort: 9000 }])
    type('Port', '')
    leave()
    expect(written()).toEqual([{ apiPort: 9000 }, { apiPort: null }])
  })
  it('starts the server again when the user asks for it', async () => {
    show(settings.ApiRefused)
    await until(() => expect(box.textContent).toContain('Another program listens on port 8080'))
    flushSync(() => button('Try again').click())
    expect(named(settings.ApiRefused, 'preferences.write')).toMatchObject([{ input: { api: true } }])
  })
  it('creates a key before it serves the network if there is no key', async () => {
    show(settings.ApiWithoutModel)
    await until(() => expect(box.textContent).toContain('Serve on the local network'))
    flushSync(() => (box.querySelector('[aria-label="Serve on the local network"]') as HTMLElement).click())
    await until(() => expect(named(settings.ApiWithoutModel, 'preferences.write')).toMatchObject([{ input: { apiOnNetwork: true } }]))
    expect(named(settings.ApiWithoutModel, 'api.makeKey')).toMatchObject([{ input: { name: 'Local network' } }])
    expect(box.querySelector('[data-testid="api-key"]')?.textContent).toBe('hr-made')
    expect(box.textContent).toContain('The connection is not encrypted')
  })
})

describe('the first start', () => {
  it('recommends a model that fits this machine, and downloads it with one click', async () => {
    show(chat.ScreenEmpty)
    await until(() =>
      expect(box.textContent).toContain('Good writing in many languages. Long texts.RecommendedGemma 3 4B2.32 GiB download'),
    )
    expect(box.textContent).toMatch(/Fits: uses [\d.]+ GiB of 14\.0 GiB free, with [\d,]+ tokens of context/)
    flushSync(() => button('Get Gemma 3 4B').click())
    const url = 'https://huggingface.co/ggml-org/gemma-3-4b-it-GGUF/resolve/main/gemma-3-4b-it-Q4_K_M.gguf'
    await until(() => expect(named(chat.ScreenEmpty, 'library.download')).toMatchObject([{ input: { url } }]))
    flushSync(() => button('Show all 12 models').click())
    expect(box.textContent).toMatch(/Qwen3 30B A3B.*Does not fit: needs [\d.]+ GiB, 14\.0 GiB is free/)
    const names = [...box.querySelectorAll('li[aria-label]')].map((row) => row.getAttribute('aria-label'))
    expect(names.slice(0, 4)).toEqual(['Gemma 3 4B', 'Llama 3.2 3B', 'Qwen3 4B', 'Qwen3 0.6B'])
  })
  it('says in the row of a model that there is no internet connection, and offers to try again', async () => {
    show(chat.FirstStartNoInternet)
    await until(() => button('Get Gemma 3 4B'))
    flushSync(() => button('Get Gemma 3 4B').click())
    const row = () => box.querySelector('li[aria-label="Gemma 3 4B"]')?.textContent
    await until(() => expect(row()).toContain('No internet connection: Headroom cannot reach huggingface.co.'))
    flushSync(() => button('Try again to get Gemma 3 4B').click())
    await until(() => expect(named(chat.FirstStartNoInternet, 'library.download')).toHaveLength(2))
  })
  it('shows the progress of a download, and how long it still takes', async () => {
    show(chat.FirstStartDownloading)
    await until(() => expect(box.textContent).toContain('Downloading… 120 MiB of 380 MiB, 26 s left'))
  })
  it('says whether the disk has room for a model, and how fast it writes on this computer', async () => {
    show(chat.FirstStartMeasured)
    const row = (name: string) => box.querySelector(`li[aria-label="${name}"]`)?.textContent
    await until(() => expect(row('Gemma 3 4B')).toContain('2.32 GiB download; your disk has only 2.00 GiB free'))
    expect(row('Llama 3.2 3B')).toContain('1.88 GiB download; your disk has room for it')
    expect(row('Llama 3.2 3B')).toMatch(/Fits: uses [\d.]+ GiB of 14\.0 GiB free memory\s*Writes about \d+ words a second here/)
    expect(box.textContent).not.toContain('Estimate how fast')
  })
  it('leaves room for messages on the disk', async () => {
    show(chat.FirstStartDiskNearlyFull)
    const row = (name: string) => box.querySelector(`li[aria-label="${name}"]`)?.textContent
    await until(() => expect(row('Llama 3.2 3B')).toContain('1.88 GiB download; your disk has only 1.90 GiB free'))
    flushSync(() => button('Show all 12 models').click())
    expect(row('Qwen3 0.6B')).toContain('your disk has room for it')
  })
  it('estimates no speed before the memory is measured, and measures it when asked', async () => {
    show(chat.FirstStartUnmeasured)
    await until(() => button('Estimate how fast these models write here'))
    expect(box.textContent).not.toContain('a second here')
    flushSync(() => button('Estimate how fast these models write here').click())
    await until(() => expect(named(chat.FirstStartUnmeasured, 'bandwidth.measure')).toHaveLength(1))
  })
  it('says what to do while Headroom is offline, and if no model fits', async () => {
    show(chat.FirstStartOffline)
    await until(() =>
      expect(box.textContent).toContain(
        'Downloads are switched off, because you set Headroom to offline. Go online, or open a model file (.gguf)',
      ),
    )
    flushSync(() => button('Go online').click())
    await until(() => expect(named(chat.FirstStartOffline, 'library.setOffline')).toMatchObject([{ input: { isOffline: false } }]))
    show(chat.FirstStartShortNow)
    await until(() => expect(box.textContent).toContain('256 MiB is free now: close other programs before you use it'))
    expect(button('Get Gemma 3 4B').disabled).toBe(false)
    show(chat.FirstStartNothingFits)
    await until(() => expect(box.textContent).toContain('Does not fit: needs'))
    expect(box.textContent).not.toContain('Recommended')
  })
})

describe('a conversation with the embedded model', () => {
  it('says that it is a demo and leads to real models, unless there is one', async () => {
    show(chat.ScreenWithPocket)
    await until(() => expect(box.textContent).toContain('Pocket is a tiny demo and often wrong.'))
    flushSync(() => button('Get a real model').click())
    expect(windowStore.getState().screen).toBe('models')
    expect(libraryStore.getState().tab).toBe('get')
    show(chat.ScreenWithPocketAndOther)
    await until(() => button('Send'))
    expect(box.textContent).not.toContain('tiny demo')
  })
  it('says that the demo is too small for a document, and leads to a model on this computer, or to a download', async () => {
    show(chat.ScreenWithPocketAndDocument)
    const note = 'Pocket cannot answer questions about documents. It is too small for that; '
    await until(() => expect(box.textContent).toContain(`${note}get a larger model.`))
    button('Get a real model')
    show(chat.ScreenWithPocketOtherAndDocument)
    await until(() => expect(box.textContent).toContain(`${note}choose a larger model.`))
    flushSync(() => button('Choose a model').click())
    expect(windowStore.getState().modelChoiceOpen).toBe(true)
  })
})

describe('the tab Get a model', () => {
  it('has the recommended models first, then the search, and offers to search again without a connection', async () => {
    show(models.GetModelFull)
    await until(() => button('Get Gemma 3 4B'))
    expect(box.textContent).toMatch(/Get a model that fits this computer.*Find another model.*Some models need an account/s)
    expect(box.querySelector('details')?.open).toBe(false)
    type('Name or address of a model', 'gemma')
    flushSync(() => button('Search').click())
    await until(() => expect(box.textContent).toContain('No internet connection'))
    flushSync(() => button('Try again').click())
    await until(() => expect(named(models.GetModelFull, 'library.search')).toHaveLength(2))
  })
})

describe('an answer that filled the context', () => {
  const isOffered = () => [...box.querySelectorAll('button')].some(({ textContent }) => textContent === ' Continue')
  it('cannot be continued until the context is larger, because it would end at once', () => {
    show(chat.MessageContextFull)
    expect(box.textContent).toContain('context full')
    expect(isOffered()).toBe(false)
    show(chat.MessageContextGrown)
    expect(isOffered()).toBe(true)
    expect(box.textContent).not.toContain('The context is full')
  })
  it('says so and offers to forget the oldest messages, which continues the answer, or to raise the context, with the bytes of the cache', async () => {
    show(chat.MessageContextFull)
    await until(() => expect(box.textContent).toContain('The context is full: all 4,096 tokens are in use. The answer stopped there.'))
    const raise = () =>
      [...box.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Raise the context to 8,192 (cache of'))
    await until(() => expect(raise()).toBeDefined())
    flushSync(() => raise()?.click())
    await until(() => expect(named(chat.MessageContextFull, 'models.saveKv')).toMatchObject([{ input: { kv: { contextTokens: 8192 } } }]))
    flushSync(() => button('Forget the oldest messages and continue').click())
    await until(() =>
      expect(named(chat.MessageContextFull, 'conversations.setOverflow')).toMatchObject([
        { input: { overflow: { policy: 'drop-oldest' } } },
      ]),
    )
    await until(() => expect(named(chat.MessageContextFull, 'turns.continue')).toMatchObject([{ input: { answerId: 'a' } }]))
  })
  it('offers a new conversation with a summary, which is attached to its first message', async () => {
    show(chat.MessageContextFull)
    await until(() => button('Start a new conversation with a summary'))
    flushSync(() => button('Start a new conversation with a summary').click())
    await until(() => expect(conversationStore.getState().openId).toBeNull())
    expect(named(chat.MessageContextFull, 'conversations.summarize')).toMatchObject([
      { input: { conversationId: 'c', name: 'Summary of “What is the KV cache?”' } },
    ])
    expect(composerTextOf(composerTextStore.getState(), null)).toMatchObject({
      text: '',
      documents: [{ document: { id: 'summary' } }],
      typedSystemPrompt: 'Be brief.',
      isPrivate: false,
    })
  })
  it('says how far the summary is, and why it failed', async () => {
    show(chat.MessageSummaryWriting)
    await until(() => expect(box.textContent).toContain('The model is writing a summary: 87 tokens so far.'))
    expect(button('Stop')).toBeDefined()
    show(chat.MessageSummaryFailing)
    await until(() => button('Start a new conversation with a summary'))
    flushSync(() => button('Start a new conversation with a summary').click())
    await until(() => expect(box.textContent).toContain('The model wrote an empty summary.'))
    expect(conversationStore.getState().openId).toBe('c')
  })
})

describe('a message that is too long for the context', () => {
  it('offers a larger context with its bytes, and nothing to drop or to summarize if it is the first one', async () => {
    show(chat.MessageTooLong)
    await until(() =>
      expect(box.textContent).toMatch(/Raise the context to 6,144 \(cache of .*Raise the context to 6,144 with a q8_0 cache \(/),
    )
    expect(box.querySelectorAll('[role="alert"]')).toHaveLength(1)
    expect(box.textContent).toContain('The conversation (5,200 tokens) exceeds the available context size (4,096 tokens).')
    const names = [...box.querySelectorAll('[role="alert"] button')].map(({ textContent }) => textContent)
    expect(names).toEqual([expect.stringContaining('(cache of'), expect.stringContaining('q8_0'), 'Start a new conversation'])
  })
  it('says so if the model was not trained for a context that is long enough', async () => {
    show(chat.MessageTooLongForModel)
    await until(() =>
      expect(box.textContent).toContain(
        'This model was trained to read 32,768 tokens at most. A model with a longer context can read more.',
      ),
    )
  })
  it('is answered after the model has forgotten the oldest messages, and goes along into a conversation with a summary', async () => {
    show(chat.MessageTooLongLater)
    await until(() => button('Forget the oldest messages and answer'))
    flushSync(() => button('Forget the oldest messages and answer').click())
    await until(() => expect(named(chat.MessageTooLongLater, 'turns.regenerate')).toHaveLength(1))
    show(chat.MessageTooLongLater)
    await until(() => button('Start a new conversation with a summary'))
    flushSync(() => button('Start a new conversation with a summary').click())
    await until(() => expect(composerTextOf(composerTextStore.getState(), null).text).toBe('And now?'))
  })
  it('can be answered once the context is larger', async () => {
    show(chat.MessageTooLongFits)
    await until(() => expect(box.textContent).toContain('The message fits into the context now.'))
    flushSync(() => button('Answer the message').click())
    await until(() => expect(named(chat.MessageTooLongFits, 'turns.regenerate')).toHaveLength(1))
  })
})

describe('the requests screen', () => {
  const rows = () => [...box.querySelectorAll('tbody tr[aria-rowindex]')]
  it('draws only the visible rows, and shows what was lost in the selected request', async () => {
    show(requests.RequestsFull)
    await until(() => expect(rows().length).toBeGreaterThan(5))
    expect(rows().length).toBeLessThan(60)
    expect(box.querySelector('table[aria-rowcount="2001"]')).not.toBeNull()
    flushSync(() => button('Request 1,996 of Claude Code').click())
    expect(box.textContent).toContain('Turn the header off in the client')
    const remedy = box.querySelector<HTMLElement>('[role="switch"][aria-label="Remove this header in Headroom"]')
    flushSync(() => remedy?.click())
    expect(named(requests.RequestsFull, 'preferences.write')).toMatchObject([{ input: { apiRemovesHeader: true } }])
    await until(() => button('Compare the prompts'))
    flushSync(() => button('Compare the prompts').click())
    expect(box.textContent).toContain('3 equal parts')
    flushSync(() => button('request 1').click())
    expect(box.querySelector('section[aria-label="Request 1"]')).not.toBeNull()
  })
  it('moves the selection with the keyboard', async () => {
    show(requests.RequestsFull)
    await until(() => expect(rows().length).toBeGreaterThan(5))
    const list = box.querySelector('section[aria-label="Requests, the newest first"]') as HTMLElement
    const press = (key: string) => flushSync(() => list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
    press('ArrowDown')
    expect(requestStore.getState().selectedId).toBe('r2000')
    press('ArrowDown')
    expect(requestStore.getState().selectedId).toBe('r1999')
    press('End')
    expect(requestStore.getState().selectedId).toBe('r1')
  })
  it('shows the requests of a cause and a client', async () => {
    show(requests.RequestsFull)
    flushSync(() => button('Changing header').click())
    await until(() => expect(box.querySelector('table[aria-rowcount="401"]')).not.toBeNull())
  })
  it('replays, exports and clears on request', async () => {
    show(requests.RequestsSimulationNotRun)
    flushSync(() => button('Replay').click())
    await until(() => expect(box.textContent).toContain('Headers stay the same'))
    flushSync(() => button('Clear the list').click())
    await until(() => expect(named(requests.RequestsSimulationNotRun, 'requests.clear')).toHaveLength(1))
  })
})

describe('the dialog of a server', () => {
  /** A dialog is outside the frame. */
  const inDialog = (name: string) => {
    const found = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find(
      ({ textContent }) => textContent === name,
    )
    if (!found) throw new Error(`The dialog has no button "${name}"`)
    return found
  }
  it('has nothing to check without an address', async () => {
    show(servers.DialogEmpty)
    await until(() => expect(inDialog('Check').disabled).toBe(true))
  })
  it('saves the server only after it has answered', async () => {
    show(servers.DialogFound)
    await until(() => inDialog('Save and connect'))
    flushSync(() => inDialog('Save and connect').click())
    const saved = { input: { url: 'http://gpu-box.lan:8080', key: 'secret' } }
    await until(() => expect(named(servers.DialogFound, 'servers.save')).toMatchObject([saved]))
  })
})

describe('the state of a server', () => {
  it('shows the source of each figure', async () => {
    show(servers.StatusFull)
    await until(() => expect(box.textContent).toContain('at most 8,192 calculated'))
    expect(box.textContent).toContain('1 reported')
    expect(box.textContent).toContain('not available')
  })
  it('says if the server did not answer', async () => {
    show(servers.StatusUnanswered)
    await until(() => expect(box.textContent).toContain('The server did not answer the last question.'))
  })
})

describe('the switch for a shared budget', () => {
  const left = () => recordingStore.getState().request.lanes[0].policy
  const switchNamed = (name: string) => box.querySelector<HTMLElement>(`[role="switch"][aria-label="${name}"]`)
  it('makes the heads of a policy share their budget, and is off limits to a policy without scores per head', () => {
    show(lab.LabQuestionUnseen)
    flushSync(() => switchNamed('Left heads share the budget')?.click())
    expect(left()).toBe('ada:snapkv')
    flushSync(() => switchNamed('Left heads share the budget')?.click())
    expect(left()).toBe('snapkv')
    expect(switchNamed('Right heads share the budget')?.hasAttribute('data-disabled')).toBe(true)
  })
})

describe('the curves of the policies', () => {
  const shown = () => [...box.querySelectorAll('button[aria-pressed="true"]')].map(({ textContent }) => textContent)
  it('are labeled with their question mode, which the user can change', () => {
    show(lab.LabCurves)
    expect(box.textContent).toContain('as kvpress plots it; question unseen')
    flushSync(() => button('question seen').click())
    expect(box.textContent).toContain('as kvpress plots it; question seen')
  })
  it('are seven at most, so the user must hide one before choosing another', () => {
    show(lab.LabCurves)
    expect(shown().filter((name) => name !== 'question unseen')).toHaveLength(7)
    expect(button('Sliding window').disabled).toBe(!shown().includes('Sliding window'))
    const first = shown().find((name) => name !== 'question unseen') ?? ''
    flushSync(() => button(first).click())
    expect(shown()).not.toContain(first)
    expect([...box.querySelectorAll('button')].filter((one) => one.disabled && one.hasAttribute('aria-pressed'))).toEqual([])
  })
})

describe('the plain view', () => {
  it('lists models with their size and whether they fit, and without figures for experts', () => {
    show(models.ListPlain)
    expect(box.textContent).toMatch(/Size.*Fits now/)
    expect(box.textContent).toMatch(/fits.*does not fit/s)
    expect(box.textContent).not.toMatch(/cache|token|attention|llama|weights/i)
    expect(box.querySelector('[aria-label="K and V type of the cache"]')).toBeNull()
    show(models.ListFull)
    expect(box.textContent).toContain('Cache / 1,000')
    expect(box.querySelector('[aria-label="K and V type of the cache"]')).not.toBeNull()
  })
  it('folds the preferences for experts, which the details show', () => {
    show(settings.PreferencesPlain)
    const fold = [...box.querySelectorAll('details')].find((one) => one.textContent?.startsWith('For experts'))
    expect(fold?.open).toBe(false)
    for (const title of ['Saved caches', 'API server']) expect(fold?.querySelector(`[aria-label="${title}"]`)).not.toBeNull()
    for (const title of ['Appearance', 'Conversations', 'Your data'])
      expect(box.querySelector(`[aria-label="${title}"]`)?.closest('details')).toBeNull()
    show(settings.PreferencesFull)
    expect(box.querySelector('[aria-label="Saved caches"]')?.closest('details')).toBeNull()
  })
  it('says that the details are for experts', () => {
    show(cache.CardFilled)
    expect(button('Details for experts').title).toContain('For experts')
    show(cache.PanelFull)
    expect(button('Fewer details').title).toBe('')
  })
})

describe('a long list', () => {
  it('of conversations draws only the visible rows', async () => {
    show(lists.ConversationsOverflowing)
    await until(() => expect(box.querySelectorAll('li').length).toBeGreaterThan(5))
    expect(box.querySelectorAll('li').length).toBeLessThan(100)
  })
  it('of models draws only the visible rows', async () => {
    show(models.ListOverflowing)
    await until(() => expect(box.textContent).toContain('5,001 models'))
    expect(box.querySelectorAll('section[aria-label="Models on this machine"] [title]').length).toBeLessThan(200)
  })
  it('of messages opens at its end', async () => {
    show(chat.ThreadOverflowing)
    await until(() => expect(box.textContent).toContain('Answer 500.'))
    expect(box.textContent).not.toContain('Question 1 ')
    expect(box.querySelectorAll('article').length).toBeLessThan(40)
  })
})

describe('the list of events', () => {
  it('shows the newest first, and can hide one kind', async () => {
    show(lists.EventsFull)
    await until(() => expect(box.querySelectorAll('ol li')).toHaveLength(12))
    expect(box.querySelector('ol li')?.textContent).toContain('11.0 ms')
    flushSync(() => [...box.querySelectorAll('label')].find((label) => label.textContent === 'Engine')?.click())
    expect(box.querySelectorAll('ol li')).toHaveLength(6)
  })
})

describe('a model whose engine has died', () => {
  it('can be loaded again, with the same settings or with safe ones', () => {
    show(app.TroubleEngineGone)
    expect(box.textContent).toContain('3rd time')
    button('Load the model again').click()
    button('Load the model with safe settings (f16, CPU, one thread)').click()
    expect(named(app.TroubleEngineGone, 'restartEngine').map(({ input }) => input)).toEqual([
      { safeSettings: false },
      { safeSettings: true },
    ])
  })
})

describe('the cache panel', () => {
  it('shows the number of used cells once a sample arrives', async () => {
    show(cache.PanelFull)
    await until(() => expect(box.textContent).toMatch(/184\D+4,096/))
  })
  it('says whether several sequences share a batch', () => {
    show(cache.PanelSharedBatches)
    expect(box.textContent).toContain('Batchesshared')
    show(cache.PanelInTurn)
    expect(box.textContent).toContain('Batchesin turn')
    show(cache.PanelFull)
    expect(box.textContent).not.toContain('Batches')
  })
  it('opens as a card in plain words, and stores that the user wants details', async () => {
    show(cache.CardFilled)
    await until(() => expect(box.textContent).toContain('39% full'))
    expect(box.textContent).toContain('There is room for a few more messages and their answers.')
    expect(box.textContent).toContain(
      'The last answer took 2 seconds. The model still had the rest of this chat in memory, so it only had to read your new message.',
    )
    expect(box.textContent).not.toContain('token')
    flushSync(() => button('Details for experts').click())
    expect(named(cache.CardFilled, 'preferences.write')).toMatchObject([{ input: { details: true } }])
    button('Fewer details')
  })
  it('forecasts room only after two answers, and says when the chat is full', async () => {
    show(cache.CardFirstAnswer)
    await until(() => expect(box.textContent).toContain('10% full'))
    expect(box.textContent).not.toMatch(/room|only had to read/)
    show(cache.CardFull)
    await until(() => expect(box.textContent).toContain('The memory of this chat is full. Below the last answer'))
  })
  it('says that the model forgets the oldest messages, and when it did', async () => {
    show(cache.CardForgets)
    await until(() => expect(box.textContent).toContain('When it is full, the model forgets the oldest messages.'))
    show(cache.CardForgot)
    await until(() => expect(box.textContent).toContain('To make room, the model forgot the oldest messages. They stay on the screen.'))
  })
  it('says of an older chat that it is saved, and how full its memory will be', async () => {
    show(cache.CardElsewhere)
    await until(() => expect(box.textContent).toContain('This chat is saved. The model catches up on it when you write the next message'))
    expect(box.textContent).toContain('about 37% full')
  })
  it('says why there is no cache', () => {
    show(cache.PanelLoading)
    expect(box.textContent).toContain('The cache is created once the weights are loaded.')
  })
})

it('monospace text has no ligatures, which would draw <|im_end|> as an arrow', () => {
  show(requests.RequestsEmpty)
  const text = box.querySelector('.font-mono') as HTMLElement
  expect(getComputedStyle(text).fontVariantLigatures).toBe('none')
})

describe('a request without an answer', () => {
  it('shows the counted tokens and a sentence if its prompt was too long', () => {
    show(requests.RequestsDetailFailed)
    const detail = box.querySelector('section[aria-label="Request 4"]')?.textContent
    expect(detail).toContain('The conversation (9,120 tokens) exceeds the available context size (8,192 tokens).')
    expect(detail).toContain('9,120 tokens: 0 reused, 0 processed')
    expect(detail).not.toContain('no longer had the prompt')
  })
  it('is listed if the server refused it, and says why', () => {
    show(requests.RequestsDetailRefused)
    const list = box.querySelector('section[aria-label="Requests, the newest first"]')?.textContent
    expect(list).toContain('401 no key')
    expect(list).toContain('400 prompt too long')
    const detail = box.querySelector('section[aria-label="Request 6"]')?.textContent
    expect(detail).toContain('This server needs a key.')
    expect(detail).not.toContain('Prompt')
  })
})

describe('the planner', () => {
  it('plans the loaded model as soon as its header is read', async () => {
    show(measure.PlannerFull)
    await until(() => expect(box.textContent).toContain('Where the memory goes'))
    expect(named(measure.PlannerFull, 'plan.inspect').at(0)).toMatchObject({ input: { kind: 'model', modelId: 'qwen' } })
  })
  it('finds changes that make a plan fit, and applies one on a click', async () => {
    show(measure.PlannerTooLarge)
    await until(() => expect(box.textContent).toContain('does not fit'))
    button('Find changes that make it fit').click()
    await until(() => expect(box.textContent).toContain('K and V as q8_0'))
    button('Use: K and V as q8_0').click()
    await until(() => expect(box.textContent).not.toContain('does not fit'))
  })
  it('keeps the free memory that it read, and reads it again on request', async () => {
    show(measure.PlannerReadAgain)
    await until(() => expect(box.textContent).toMatch(/Free memory at [\d:]+ [AP]M: 9\.00 GiB/))
    expect(box.textContent).toContain('of the 9.00 GiB that is free on this machine.')
    button('Read it again').click()
    await until(() => expect(box.textContent).toMatch(/Free memory at [\d:]+ [AP]M: 8\.00 GiB/))
    expect(box.textContent).toContain('of the 8.00 GiB that is free on this machine.')
    const readings = named(measure.PlannerReadAgain, 'plan.machine').map(({ input }) => input)
    expect(readings.at(-1)).toEqual({ reading: 'new' })
    expect(readings.slice(0, -1).every((input) => JSON.stringify(input) === '{"reading":"held"}')).toBe(true)
  })
  it('plans a fleet: what is in each device, how many users fit, and what ends first', async () => {
    show(measure.PlannerFleet)
    await until(() => expect(box.textContent).toContain('8 × NVIDIA H100 SXM, layers 0 to 62'))
    expect(box.textContent).toContain('8 × NVIDIA H100 SXM, layers 63 to 125')
    expect(box.textContent).toMatch(/Calculated for a prompt of [\d,]+ tokens and an answer of 512 tokens per user:/)
    expect(box.textContent).toContain('Memory for K and V: enough for')
    expect(box.textContent).toContain('Sharing the prefix raises the number of users')
  })
  it('plans a fleet with another share of the memory and another batch, and goes back to the engine’s defaults', async () => {
    show(measure.PlannerFleetLimits)
    const mostUsers = () => Number(box.querySelector('[role="status"]')?.textContent?.match(/at most (\d+) at once/)?.[1])
    const shown = (name: string) => box.querySelector(`[aria-label="${name}"]`)?.getAttribute('aria-valuetext')
    await until(() => expect(mostUsers()).toBeGreaterThan(0))
    const few = mostUsers()
    expect(shown('Share of GPU memory')).toBe('0.80')
    expect(shown('Tokens per batch')).toBe('16,384')
    button('Use the engine’s defaults').click()
    await until(() => expect(mostUsers()).toBeGreaterThan(few))
    expect(shown('Share of GPU memory')).toBe('0.92 (default)')
    expect(shown('Tokens per batch')).toBe('8,192 (default)')
    expect(() => button('Use the engine’s defaults')).toThrow()
  })
  it('says how much memory a fleet lacks, or why the engine refuses it', async () => {
    show(measure.PlannerFleetTooSmall)
    await until(() => expect(box.textContent).toContain('missing'))
    expect(box.textContent).toContain('64 users do not fit; not even one does')
    show(measure.PlannerFleetRefused)
    await until(() => expect(box.textContent).toContain('The plan needs 32 devices, but the fleet has 8.'))
  })
  it('marks a shape that differs from the file’s', async () => {
    show(measure.PlannerChangedShape)
    await until(() => expect(box.textContent).toContain('48 layers'))
    expect(box.textContent).toContain('changed')
  })
})

describe('the settings form', () => {
  const isOffered = (name: string) => [...box.querySelectorAll('button')].some(({ textContent }) => textContent === name)
  const changes = (of: typeof settings.PanelFull) => named(of, 'models.changeSampling').map(({ input }) => input)
  it('stores a sampling setting as soon as it changes, and nothing else', async () => {
    show(settings.PanelFull)
    await until(() => type('Temperature', '0.5'))
    await until(() => expect(changes(settings.PanelFull)).toEqual([{ modelId: 'qwen', change: { temperature: 0.5 } }]))
    expect(isOffered('Apply')).toBe(false)
    type('Top k', 'many')
    expect(box.querySelector('[aria-label="Top k"]')?.getAttribute('aria-invalid')).toBe('true')
    expect(changes(settings.PanelFull)).toHaveLength(1)
  })
  it('marks what differs from the default, and resets one setting or all of them', async () => {
    show(settings.PanelUnfolded)
    await until(() => expect(box.textContent).toContain('3 settings differ from their defaults.'))
    flushSync(() => box.querySelector<HTMLButtonElement>('[aria-description="Seed"]')?.click())
    await until(() => expect(changes(settings.PanelUnfolded)).toEqual([{ modelId: 'qwen', change: { seed: null } }]))
    expect(isOffered('Apply')).toBe(false)
    flushSync(() => button('Reset all').click())
    expect(box.textContent).not.toContain('Reset all')
    flushSync(() => button('Apply').click())
    await until(() =>
      expect(named(settings.PanelUnfolded, 'models.saveKv')).toMatchObject([{ input: { kv: { keyType: 'f16', sequences: 1 } } }]),
    )
  })
  it('marks the preset that the model uses, and names what was changed since', async () => {
    const current = () => box.querySelector('[aria-current="true"]')?.textContent
    show(settings.PanelPresetUsed)
    await until(() => expect(current()).toBe('Brief'))
    expect(box.textContent).toContain('Preset: Brief')
    expect(box.textContent).not.toContain('modified')
    show(settings.PanelPresetModified)
    await until(() => expect(current()).toMatch(/^Pneumono.*modified$/))
    expect(box.textContent).toMatch(/Differs from Pneumono.*: Top k\./)
    flushSync(() => button('Use Brief').click())
    await until(() =>
      expect(named(settings.PanelPresetModified, 'presets.use')).toMatchObject([{ input: { modelId: 'qwen', presetId: '0' } }]),
    )
  })
  it('dashes the part of the context slider that is beyond the trained context', async () => {
    show(settings.PanelUnfolded)
    const part = () => box.querySelector<HTMLElement>('[data-marked]')
    await until(() => expect(part()?.closest('[title]')?.getAttribute('title')).toContain('The model was trained up to 32,768.'))
    // 131,072 is two doublings after 32,768, so 8 stops.
    const { width, right } = part()?.getBoundingClientRect() ?? { width: 0, right: 0 }
    const track = part()?.parentElement?.getBoundingClientRect() ?? { width: 1, right: -1 }
    expect(right).toBeCloseTo(track.right, 0)
    expect(width / track.width).toBeCloseTo(8 / (contextStops(32_768).length - 1), 2)
  })
  it('opens the tools from the plain settings', async () => {
    show(settings.PanelPlain)
    await until(() => button('Choose tools…'))
    flushSync(() => button('Choose tools…').click())
    expect(toolsStore.getState().isOpen).toBe(true)
  })
  it('shows the context once, above the folded settings, in the plain view and with the details', async () => {
    const fields = () =>
      [...box.querySelectorAll('input')].filter(({ ariaLabel }) => /^(Context|Memory of a chat) in tokens$/.test(ariaLabel ?? ''))
    show(settings.PanelLongContext)
    await until(() =>
      expect(fields().map(({ ariaLabel, value }) => [ariaLabel, value])).toEqual([['Memory of a chat in tokens', '65,536']]),
    )
    expect(fields()[0]?.closest('details')).toBeNull()
    show(settings.PanelFull)
    await until(() => expect(fields().map(({ ariaLabel }) => ariaLabel)).toEqual(['Context in tokens']))
    expect(fields()[0]?.closest('details')).toBeNull()
  })
  it('has the longest answer and the sentence about it once in the plain view, with all settings open', async () => {
    show(settings.PanelLongContext)
    await until(() => expect(box.textContent?.match(/Longest answer/g)).toHaveLength(1))
    expect(box.textContent?.match(/Changes apply to the next answer\./g)).toHaveLength(1)
  })
  it('warns about a context that is longer than the trained one, with an icon', async () => {
    show(settings.PanelLongContext)
    const note = () => box.querySelector('p.text-warning')
    await until(() => expect(note()?.textContent).toContain('Longer than the model was trained for (32,768 tokens).'))
    expect(note()?.querySelector('svg')).not.toBeNull()
  })
  it('folds the KV cache, and says in one line how it is set', async () => {
    show(settings.PanelFull)
    await until(() => expect(box.textContent).toContain('KV cacheK f16, V f16'))
    const group = box.querySelector('details:has(fieldset[aria-label="KV cache"])') as HTMLDetailsElement
    expect(group.open).toBe(false)
    flushSync(() => group.querySelector('summary')?.click())
    await until(() => expect(windowStore.getState().openSettings).toEqual(['cache']))
  })
  it('does not let the user apply settings that do not fit in memory', async () => {
    show(settings.PanelError)
    await until(() => expect(button('Apply').disabled).toBe(true))
    expect(named(settings.PanelError, 'models.saveKv')).toEqual([])
  })
  it('stores KV settings as edited when they are applied', async () => {
    show(settings.PanelEdited)
    await until(() => expect(button('Apply').disabled).toBe(false))
    button('Apply').click()
    await until(() =>
      expect(named(settings.PanelEdited, 'models.saveKv')).toMatchObject([{ input: { modelId: 'qwen', kv: { keyType: 'q8_0' } } }]),
    )
  })
  it('opens Compare with the current and the edited settings', async () => {
    show(settings.PanelEdited)
    await until(() => button('Compare these two').click())
    const { variants, modelId, isOn } = setupStore.getState()
    expect(modelId).toBe('qwen')
    expect(variants).toMatchObject([
      { keyType: 'f16', valueType: 'f16' },
      { keyType: 'q8_0', valueType: 'f16' },
    ])
    expect(isOn).toMatchObject({ speed: true, quality: true, answers: false })
    expect(windowStore.getState().screen).toBe('compare')
  })
  it('shows what the edits cost once they have been compared', async () => {
    show(settings.PanelCompared)
    await until(() => expect(box.textContent).toMatch(/Compared with the current settings: 47% less memory, .*KLD 0\.00090 nats/))
    expect(named(settings.PanelCompared, 'compare.measuredPair')[0]?.input).toMatchObject({
      modelId: 'qwen',
      reference: { keyType: 'f16' },
      settings: { keyType: 'q8_0', valueType: 'q8_0' },
    })
    button('Show its measurements').click()
    expect(runStore.getState().shown).toEqual(['r'])
  })
})

describe('the cheapest types', () => {
  it('can be used for chat', async () => {
    show(measure.CompareFoundTypes)
    await until(() => expect(box.textContent).toContain('q8_0 / q5_1: 54% less cache than f16'))
    await until(() => expect(button('Use for chat').disabled).toBe(false))
    button('Use for chat').click()
    await until(() =>
      expect(named(measure.CompareFoundTypes, 'models.saveKv')).toMatchObject([{ input: { kv: { keyType: 'q8_0', valueType: 'q5_1' } } }]),
    )
  })
  it('cannot be used if the model file has changed, but a new search is offered', async () => {
    show(measure.CompareFoundTypesOfOtherFile)
    await until(() => expect(box.textContent).toContain('The model file has changed since'))
    expect(() => button('Use for chat')).toThrow()
    expect(button('Search again')).toBeTruthy()
  })
})

it('the results of a comparison with limits show for each setting whether it is within them', async () => {
  show(measure.CompareLimits)
  await until(() => expect(box.textContent).toContain('q8_0: within the limits. KLD 0.00090'))
  expect(box.textContent).toContain('q4_0: beyond the limits.')
})

describe('a comparison with a server', () => {
  it('offers the saved servers, asks the chosen one for its models, and takes the user’s own words as the name', async () => {
    show(measure.CompareOnServer)
    await until(() =>
      expect(named(measure.CompareOnServer, 'servers.check')[0]?.input).toEqual({ id: 'lab', url: 'http://gpu-box.lan:8080' }),
    )
    expect(box.querySelector('[aria-label="Server for setting 2"]')?.textContent).toBe('Lab')
    expect(box.querySelector('[aria-label="Model for setting 2"]')?.textContent).toBe('tiny')
    expect(box.querySelector<HTMLInputElement>('[aria-label="Name of setting 2"]')?.value).toBe('llama-server q8_0')
    expect(box.textContent).not.toContain('Turn on at least one of them.')
    flushSync(() => button('Add server').click())
    expect(setupStore.getState().variants).toHaveLength(3)
    expect(box.textContent).toContain('Choose a server and a model for each setting on a server.')
  })
  it('shows what the server refused, and asks again', async () => {
    show(measure.CompareServerRefused)
    await until(() => expect(box.textContent).toContain('refused the key'))
    flushSync(() => button('Ask again').click())
    await until(() => expect(named(measure.CompareServerRefused, 'servers.check')).toHaveLength(2))
  })
  it('leads to the servers if none is saved, and needs no model of this machine', async () => {
    show(measure.CompareNoServers)
    await until(() => expect(box.textContent).toContain('No server is saved yet.'))
    expect(box.textContent).toContain('no model is loaded on this machine')
    button('Open servers').click()
    expect(windowStore.getState().screen).toBe('models')
  })
  it('has a source below each figure of the server, and says why some figures cannot exist', async () => {
    show(measure.CompareServerResults)
    await until(() =>
      expect(box.textContent).toMatch(
        /llama-server q8_0: decode \d+% ± \d+(\.\d)?% faster, prefill \d+% ± \d+(\.\d)?% faster, TTFT \d+% ± \d+(\.\d)?% shorter, all at the client/,
      ),
    )
    const heads = () => box.querySelectorAll('section[aria-label="Results table"] thead th').length
    // The settings, and six columns.
    expect(heads()).toBe(7)
    flushSync(() => button('Show all 16 columns').click())
    expect(heads()).toBe(17)
    const row = [...box.querySelectorAll('tbody tr')].find((one) => one.textContent?.startsWith('llama-server q8_0'))
    const cells = [...(row?.querySelectorAll('td') ?? [])]
    expect(cells.map(({ textContent }) => textContent).join(' ')).toMatch(/calculated.*reported.*measured.*none/)
    expect(cells.map(({ title }) => title)).toContain('Not available: a server does not say how many bytes its cache has.')
    expect(box.textContent).toContain('qwen2.5-0.5b-instruct-q4_k_m, llama-server b9000-abcdef0 at Lab')
    expect(box.textContent).toContain('differs at word')
  })
})

describe('the table of both walls', () => {
  const rows = () => box.querySelectorAll('tbody tr')
  it('has one row per policy, for the blocks of the chart, and all rows on request', async () => {
    show(walls.BothWalls)
    await until(() => expect(rows()).toHaveLength(policies.length))
    expect(rows()[0]?.children[4]?.textContent).toBe('16')
    button('64').click()
    await until(() => expect(rows()[0]?.children[4]?.textContent).toBe('64'))
    button(`Show all block sizes (${5 * policies.length} rows)`).click()
    await until(() => expect(rows()).toHaveLength(5 * policies.length))
    button('Show only blocks of 64 tokens').click()
    await until(() => expect(rows()).toHaveLength(policies.length))
  })
})

describe('the stored search for the smallest budgets', () => {
  it('is shown with its date', async () => {
    show(walls.StoredBudgets)
    await until(() => expect(box.textContent).toMatch(/Searched on .*2026/))
    expect(box.querySelector('table')?.textContent).toContain('H2O')
    expect(box.textContent).not.toContain('The model file has changed since then')
  })

  it('says if the model file has changed since', async () => {
    show(walls.StoredBudgetsOfOtherFile)
    await until(() => expect(box.textContent).toContain('The model file has changed since then'))
    expect(box.textContent).toMatch(/Searched on .*2026/)
  })
})

describe('the price of tools', () => {
  const text = () => document.querySelector('[role="dialog"]')?.textContent
  it('says if the prompt would not fit in the context', async () => {
    show(tools.DialogDoesNotFit)
    await until(() => expect(text()).toContain('The prompt would have 2,190 tokens, and the context holds 2,048.'))
  })
  it('does not mention the context if the prompt fits', async () => {
    show(tools.DialogPrice)
    await until(() => expect(text()).toContain('Adds 1,850 tokens'))
    expect(text()).not.toContain('and the context holds')
  })
})

describe('the configuration of a server', () => {
  const dialog = () => document.querySelector('[role="dialog"]')?.textContent
  const dialogButton = (name: string) =>
    [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find(({ textContent }) => textContent === name)
  it('has an error with the line and the column, until the text changes', async () => {
    show(tools.DialogNotJson)
    await until(() => expect(dialog()).toContain('The error is in line 3, column 33.'))
    changeEdited('{}')
    await until(() => expect(dialog()).not.toContain('The error is in line 3'))
  })
  it('starts the servers as soon as the user has saved and allowed them', async () => {
    show(tools.DialogEditing)
    await until(() => expect(dialogButton('Save')).toBeDefined())
    flushSync(() => dialogButton('Save')?.click())
    await until(() =>
      expect(named(tools.DialogEditing, 'mcp.start')).toMatchObject([{ input: { name: 'files' } }, { input: { name: 'clock' } }]),
    )
  })
})

describe('a tool whose schema a grammar cannot express', () => {
  it('is named with the keyword and the reason', async () => {
    show(tools.DialogWithUnboundTools)
    await until(() =>
      expect(document.querySelector('[role="dialog"]')?.textContent).toContain(
        'The arguments of find can be invalid, because a grammar cannot express its schema. /properties/query/pattern: a grammar cannot express lookaround.',
      ),
    )
    expect(document.querySelector('[role="dialog"]')?.textContent).not.toContain('The arguments of open')
  })
})

describe('a call of a tool', () => {
  it.each([
    ['Allow', 'allow'],
    ['Always allow this tool', 'always'],
    ['Refuse', 'refuse'],
  ])('shows its arguments while it asks, and “%s” tells the host', async (label, decision) => {
    show(tools.CallAsking)
    expect(box.textContent).toContain('"path": "/notes/kv-cache.md"')
    button(label).click()
    await until(() => expect(named(tools.CallAsking, 'tools.decide')).toMatchObject([{ input: { callId: 'k', decision } }]))
  })

  it('that nobody has decided about can be run, even after too many rounds', async () => {
    show(tools.CallNotRun)
    button('Run the calls').click()
    await until(() => expect(named(tools.CallNotRun, 'tools.resume')).toMatchObject([{ input: { conversationId: 'c', messageId: 'a' } }]))
    show(tools.CallAfterTooManyRounds)
    expect(box.textContent).toContain('The model has called tools 8 times in a row. To run its next calls, choose “Continue”.')
    button('Continue').click()
    await until(() => expect(named(tools.CallAfterTooManyRounds, 'tools.resume')).toHaveLength(1))
  })
})
