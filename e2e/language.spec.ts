import type { Page } from '@playwright/test'
import { type Copy, type SpokenLanguage, texts } from '../core/copy/copy'
import { cutOffTexts } from '../renderer/testing/cut-off-texts'
import { expect, type Headroom, test } from './fixture'
import { layoutFaults } from './layout-faults'

test.use({ fakeEngine: { loadMs: 10, tokensPerSecond: 1000, prefillTokensPerSecond: 20_000, taskMs: 1, refusedType: 'q4_0' } })

const asked = 'What is the KV cache?'

const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 640 },
]

/** Each function opens a screen or an overlay. Escape closes overlays. */
type Screens = Readonly<Record<string, (page: Page, copy: Copy) => Promise<void>>>

const screen = (page: Page, copy: Copy, name: keyof Copy['app']['screens']) =>
  page.getByRole('navigation').getByRole('button', { name: copy.app.screens[name], exact: true }).click()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const menu = async (page: Page, name: string) => {
  await press(page, name)
  await page.getByRole('menu').waitFor()
}
const panel = async (page: Page, copy: Copy, name: keyof Copy['app']['panel']['tabs']) => {
  await screen(page, copy, 'chat')
  const open = page.getByRole('button', { name: copy.app.panel.open })
  if (await open.isVisible()) await open.click()
  await tab(page, copy.app.panel.tabs[name])
}
const library = async (page: Page, copy: Copy, name: 'machine' | 'get' | 'folders') => {
  await screen(page, copy, 'models')
  await tab(page, copy.models.tabs[name])
}

const screens: Screens = {
  cache: (page, copy) => panel(page, copy, 'cache'),
  settings: (page, copy) => panel(page, copy, 'settings'),
  events: (page, copy) => panel(page, copy, 'events'),
  anatomy: async (page, copy) => {
    await panel(page, copy, 'cache')
    await press(page, copy.cache.anatomy.open)
    await page.getByRole('dialog').waitFor()
  },
  bandwidth: async (page, copy) => {
    await panel(page, copy, 'cache')
    await press(page, copy.bandwidth.open)
    await page.getByRole('dialog').waitFor()
  },
  store: async (page, copy) => {
    await panel(page, copy, 'cache')
    await press(page, copy.cache.store.open)
    await page.getByRole('table', { name: copy.cache.store.table.label }).waitFor()
  },
  report: async (page, copy) => {
    await screen(page, copy, 'chat')
    await press(page, copy.chat.answers.openReport)
  },
  'menu of a conversation': (page, copy) => menu(page, copy.ui.moreAbout(asked)),
  models: (page, copy) => library(page, copy, 'machine'),
  'menu of a model': async (page, copy) => {
    await library(page, copy, 'machine')
    await menu(page, copy.ui.moreAbout('Pocket'))
  },
  'get a model': (page, copy) => library(page, copy, 'get'),
  folders: (page, copy) => library(page, copy, 'folders'),
  planner: (page, copy) => screen(page, copy, 'planner'),
  compare: (page, copy) => screen(page, copy, 'compare'),
  lab: (page, copy) => screen(page, copy, 'lab'),
  'paged memory': (page, copy) => tab(page, copy.lab.tabs.paged),
  experiments: (page, copy) => tab(page, copy.lab.tabs.experiments),
  requests: (page, copy) => screen(page, copy, 'requests'),
  preferences: (page, copy) => screen(page, copy, 'preferences'),
  deletion: (page, copy) => press(page, copy.preferences.deletion.open),
}

/** Repeats Escape, because an overlay that is still opening ignores it. */
const close = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: 15_000 })

async function speak(page: Page, from: Copy, language: SpokenLanguage): Promise<void> {
  await screen(page, from, 'preferences')
  const button = page.getByRole('button', { name: from.preferences.appearance.languages[language], exact: true })
  await button.click()
  await expect(page.getByRole('heading', { name: texts[language].preferences.title, exact: true })).toBeVisible()
  await expect(button).toBeFocused()
}

/** Texts on screen and for screen readers, except texts by the user or a model. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const isContent = (element: Element) => element.closest('[data-testid="answer-text"], [translate="no"], code, textarea')
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const around = nodes.currentNode.parentElement
      if (around?.checkVisibility() && !isContent(around)) found.add(nodes.currentNode.textContent?.trim() ?? '')
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'aria-valuetext'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (element.checkVisibility() && !isContent(element)) found.add(element.getAttribute(name)?.trim() ?? '')
    return [...found]
  })

const shared = new Set(
  [
    'Headroom Pocket Gemma Llama Coder llama SnapKV English Deutsch System Alt Enter CPU CUDA Metal Vulkan Offline Chat',
    'Byte Bytes Bits KiB MiB GiB tok SVG PNG Linear Log Auto auto Details',
    'Token Tokens Prompt Prompts Prefill Turn Turns Cache cache Tools Batch Backend Backends Threads Sampling Engine Budget Plan ctx TTFT ITL',
    'MHA GQA MQA MLA Block Seed Decode PPL KLD TPOT Goodput nats Text Top Min Update Updates Benchmark Benchmarks Tests Passkey MBU Roofline FLOP GFLOP DRY XTC',
  ].flatMap((line) => line.split(' ')),
)
/** Codes (`engine-started`) and paths are not words. */
const isWord = (text: string): boolean => /\p{L}{3}/u.test(text) && !/^[a-z]+(-[a-z]+)+$/.test(text) && !text.includes('/')
const isLeftover = (text: string): boolean =>
  text !== asked && text.split(/[\s·:,()+=“”]+/).some((word) => isWord(word) && !shared.has(word) && !/\d/.test(word))
const withoutFigures = (text: string): string => text.replace(/[\d.,]+/g, '#')

async function collect({ page }: Headroom, screens: Screens, language: SpokenLanguage, look: (name: string) => Promise<void>) {
  const found = new Map<string, string[]>()
  for (const [name, show] of Object.entries(screens)) {
    await show(page, texts[language])
    await page.waitForTimeout(200)
    found.set(name, await shownTexts(page))
    await look(name)
    await close(page)
  }
  return found
}

async function expectGerman(app: Headroom, screens: Screens): Promise<void> {
  const { page } = app
  const english = await collect(app, screens, 'en', async () => {})
  await speak(page, texts.en, 'de')
  const faults: string[] = []
  const german = await collect(app, screens, 'de', async (name) => {
    for (const size of sizes) {
      await page.setViewportSize(size)
      // Charts adapt to the width with a delay.
      await page.waitForTimeout(200)
      const isUnderMenu = await page.getByRole('menu').isVisible()
      const found = [...(isUnderMenu ? [] : await layoutFaults(page)), ...(await page.locator('body').evaluate(cutOffTexts))]
      faults.push(...found.map((fault) => `${name}, ${size.width}: ${fault}`))
    }
    if (process.env.HEADROOM_SCREENSHOTS) await page.screenshot({ path: test.info().outputPath(`german-${name}.png`) })
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  const leftovers = [...german].flatMap(([name, found]) => {
    const known = new Set(english.get(name)?.map(withoutFigures))
    return found.filter((text) => isLeftover(text) && known.has(withoutFigures(text))).map((text) => `${name}: ${text}`)
  })
  expect({ leftovers, faults }).toEqual({ leftovers: [], faults: [] })
}

test('no text is in English or cut off when the language is German', { tag: '@full' }, async ({ app }) => {
  test.slow()
  await app.ready()
  await app.ask(asked)
  await expectGerman(app, screens)
})

test('the results of a comparison are in German', { tag: '@full' }, async ({ app, page }) => {
  await app.showCompare()
  await page.getByRole('button', { name: texts.en.compare.form.presets.quick.name }).click()
  await page.getByRole('button', { name: texts.en.compare.form.start, exact: true }).click()
  await page.getByRole('figure', { name: 'Quality', exact: true }).waitFor()
  await expectGerman(app, { results: screens.compare as Screens[string] })
})

test('a change of language takes effect immediately, keeps unsent text, and survives a restart', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await page.getByLabel(texts.en.chat.composer.label, { exact: true }).fill('Not sent yet')
  await speak(page, texts.en, 'de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await screen(page, texts.de, 'chat')
  await expect(page.getByLabel(texts.de.chat.composer.label, { exact: true })).toHaveValue('Not sent yet')
  await app.restart()
  const { page: restarted } = app
  await restarted.getByPlaceholder(texts.de.chat.composer.placeholder).waitFor()
  await expect(restarted.locator('html')).toHaveAttribute('lang', 'de')
  await speak(restarted, texts.de, 'en')
  await screen(restarted, texts.en, 'chat')
  await app.ready()
})
