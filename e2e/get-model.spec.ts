import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MadeHub } from '../main/library/testing/made-hub'
import { quantizedPocket } from '../native-models/testing/quantized-pocket'
import { expectAccessible } from './expect-accessible'
import { test as base, expect, type Headroom, quickEngine } from './fixture'

const bytes = readFileSync(await quantizedPocket())

/** The app reads the hub's address only at its start. */
const test = base.extend<{ readonly hub: MadeHub }>({
  hub: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const hub = await MadeHub.start({
        'org/Tiny-GGUF': { 'README.md': Buffer.from('# Tiny'), 'Tiny-Q8_0.gguf': bytes },
        // The first file of core/recommended, with other content.
        'Qwen/Qwen3-0.6B-GGUF': { 'Qwen3-0.6B-Q8_0.gguf': bytes },
        'org/Plain': { 'model.safetensors': Buffer.from('x') },
      })
      await use(hub)
      await hub.stop()
    },
    { auto: true },
  ],
  environment: async ({ hub }, use) => use({ HEADROOM_OFFLINE: '', HF_ENDPOINT: hub.url.href }),
})

async function lookUp({ page }: Headroom, address: string): Promise<void> {
  await page.getByRole('tab', { name: 'Get a model' }).click()
  await page.getByLabel('Name or address of a model').fill(address)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}
const transfers = ({ page }: Headroom) => page.getByRole('region', { name: 'Downloads and imports' })

test.use({ fakeEngine: quickEngine })

test.describe('with llama.cpp', () => {
  test.use({ fakeEngine: undefined })

  test('a model can be looked up, planned and downloaded, with a pause and a restart in between, and then answers', {
    tag: '@full',
  }, async ({ app, page, hub }) => {
    await app.ready()
    await app.showModels()
    expect(hub.requests).toHaveLength(0)
    await lookUp(app, 'org/Tiny-GGUF')
    const found = page.getByRole('region', { name: 'Models in org/Tiny-GGUF' })
    await expect(found).toContainText('Tiny-Q8_0.gguf')
    await expect(found).toContainText('SHA-256 published')
    await expect(found).toContainText(/fits, [\d.]+ \w+ stays free/)
    hub.faults = { bytesPerSecond: 1 << 20 }
    await found.getByRole('button', { name: 'Download Tiny-Q8_0.gguf' }).click()
    await expect(transfers(app)).toContainText(/iB\/s · \d+ s left/)
    await page.getByRole('button', { name: 'Pause Tiny-Q8_0.gguf' }).click()
    await expect(transfers(app)).toContainText('paused')
    const folder = join(app.folder, 'data/models/org/Tiny-GGUF')
    expect(readdirSync(folder).filter((name) => /\.gguf$/.test(name))).toEqual([])

    await app.restart()
    hub.faults = {}
    const asked = hub.requests.length
    await app.ready()
    await app.showModels()
    await expect(transfers(app)).toContainText('paused')
    expect(hub.requests).toHaveLength(asked)
    await app.page.getByRole('button', { name: 'Resume Tiny-Q8_0.gguf' }).click()
    await expect(transfers(app)).toContainText('the SHA-256 matches the published one')
    expect(hub.storeRequests.at(-1)).toMatchObject({ status: 206 })
    expect(existsSync(join(folder, 'Tiny-Q8_0.gguf'))).toBe(true)
    await transfers(app).getByRole('button', { name: 'Load' }).click()
    await expect(app.page.locator('header').getByRole('button').first()).toHaveAttribute('title', /Tiny-Q8_0\.gguf$/)
    await app.ready()
    await app.ask('What is the KV cache?')
  })
})

test('a recommended model is downloaded, checked and loaded with one click in an empty chat', async ({ app, page, hub }) => {
  await app.ready()
  const list = page.getByRole('region', { name: 'Get a model that fits this computer' })
  await list.getByRole('button', { name: 'Show all 12 models' }).click()
  await expect(list.getByRole('listitem', { name: 'Qwen3 0.6B' })).toContainText('your disk has room for it')
  expect(hub.requests).toHaveLength(0)
  await list.getByRole('button', { name: 'Get Qwen3 0.6B' }).click()
  await expect(page.locator('header').getByRole('button').first()).toHaveAttribute('title', /Qwen3-0\.6B-Q8_0\.gguf$/)
  await app.ready()
  expect(existsSync(join(app.folder, 'data/models/Qwen/Qwen3-0.6B-GGUF/Qwen3-0.6B-Q8_0.gguf'))).toBe(true)
  await app.ask('What is the KV cache?')
})

test('without a connection, a recommended model says so where it was asked for, and can be tried again', { tag: '@full' }, async ({
  app,
  page,
  hub,
}) => {
  await app.ready()
  const list = page.getByRole('region', { name: 'Get a model that fits this computer' })
  await list.getByRole('button', { name: 'Show all 12 models' }).click()
  const row = list.getByRole('listitem', { name: 'Qwen3 0.6B' })
  await hub.stop()
  await row.getByRole('button', { name: 'Get Qwen3 0.6B' }).click()
  await expect(row.getByRole('alert')).toContainText('refused the connection')
  await expect(row.getByRole('button', { name: 'Try again to get Qwen3 0.6B' })).toBeEnabled()
  await app.ask('Why is the sky blue?')
  await app.shortcut('new-conversation')
  await expect(list.getByRole('button', { name: /^Get / }).first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the tab Get a model has the recommended models first, and the search below them', { tag: '@full' }, async ({ app, page, hub }) => {
  await app.ready()
  await app.showModels()
  await page.getByRole('tab', { name: 'Get a model' }).click()
  await expect(page.getByRole('button', { name: /^Get / }).first()).toBeVisible()
  await expect(page.getByLabel('Access token')).toBeHidden()
  await hub.stop()
  await page.getByLabel('Name or address of a model').fill('gemma')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('refused the connection')
  await expectAccessible(app, 'get a model')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('refused the connection')
})

test('a download can be resumed after the app is killed, and the list of files then offers to load the model', { tag: '@full' }, async ({
  app,
  page,
  hub,
}) => {
  await app.ready()
  await app.showModels()
  hub.faults = { bytesPerSecond: 1 << 20 }
  await lookUp(app, 'org/Tiny-GGUF')
  await page.getByRole('button', { name: 'Download Tiny-Q8_0.gguf' }).click()
  await expect(transfers(app)).toContainText(/[1-9][\d.]* MiB of/)
  await expect(page.getByRole('button', { name: 'Download Tiny-Q8_0.gguf' })).toHaveText('Downloading…')
  app.killApp()
  await app.startAgain()
  hub.faults = {}
  hub.sentBytes = 0
  await app.ready()
  await app.showModels()
  await expect(transfers(app)).toContainText(/[1-9][\d.]* MiB of .* paused/)
  await app.page.getByRole('button', { name: 'Resume Tiny-Q8_0.gguf' }).click()
  await expect(transfers(app)).toContainText('the SHA-256 matches the published one')
  expect(hub.sentBytes).toBeLessThan(bytes.length)
  expect(hub.storeRequests.at(-1)).toMatchObject({ status: 206 })
  await app.page.getByRole('button', { name: 'Dismiss Tiny-Q8_0.gguf' }).click()
  await lookUp(app, 'org/Tiny-GGUF')
  await app.page.getByRole('button', { name: 'Load Tiny-Q8_0.gguf' }).click()
  await expect(app.page.locator('header').getByRole('button').first()).toHaveAttribute('title', /Tiny-Q8_0\.gguf$/)
})

test('a search finds repositories, and a click on one shows its files', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.showModels()
  await lookUp(app, 'nothing like it')
  await expect(page.getByText('No repository with GGUF files has all of these words')).toBeVisible()
  await lookUp(app, 'tiny gguf')
  await expect(page.getByRole('region', { name: 'Repositories found' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Show the files of org/Tiny-GGUF' }).click()
  await expect(page.getByRole('region', { name: 'Models in org/Tiny-GGUF' })).toContainText('Tiny-Q8_0.gguf')
  await expect(page.getByLabel('Name or address of a model')).toHaveValue('org/Tiny-GGUF')
})

test('one click plans the files of a repository, and an invalid token is refused immediately', { tag: '@full' }, async ({
  app,
  page,
  hub,
}) => {
  const names = ['Q2_K', 'Q3_K', 'Q4_K', 'Q5_K'].map((name) => [`Four-${name} (größer #1).gguf`, bytes] as const)
  hub.repositories.set('org/Four-GGUF', new Map(names))
  await app.ready()
  await app.showModels()
  await lookUp(app, 'org/Four-GGUF')
  const found = page.getByRole('region', { name: 'Models in org/Four-GGUF' })
  await expect(found.getByText('not planned yet')).toHaveCount(4)
  await found.getByRole('button', { name: 'Plan all' }).click()
  await expect(found.getByText(/fits, [\d.]+ \w+ stays free/)).toHaveCount(4)
  await expect(found.getByRole('button', { name: 'Plan all' })).toHaveCount(0)
  // The URL escapes some characters of this name.
  await found.getByRole('button', { name: 'Download Four-Q2_K' }).click()
  await expect(transfers(app)).toContainText('the SHA-256 matches the published one')
  expect(existsSync(join(app.folder, 'data/models/org/Four-GGUF/Four-Q2_K (größer #1).gguf'))).toBe(true)

  await page.getByText('Some models need an account').click()
  await page.getByLabel('Access token').fill('hf_ab…')
  await page.getByRole('button', { name: 'Save token', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The access token contains "…"')
  await expect(page.getByRole('button', { name: 'Forget the token' })).toHaveCount(0)
})

test('the app says what to do if the hub refuses a request, and without a keychain it never writes an entered token to a file', {
  tag: '@full',
}, async ({ app, page, hub, hostKind }) => {
  await app.ready()
  await app.showModels()
  await lookUp(app, 'no/such/../repository')
  await expect(page.getByRole('alert')).toContainText('is neither a repository (owner/name) nor an https address')
  await lookUp(app, 'org/Plain')
  await expect(page.getByRole('alert')).toContainText('org/Plain has no GGUF file')
  hub.faults = { token: 'hf_right' }
  await lookUp(app, 'org/Tiny-GGUF')
  await expect(page.getByRole('alert')).toContainText('accept its terms on its page and give Headroom an access token')
  await page.getByText('Some models need an account').click()
  await page.getByLabel('Access token').fill('hf_right')
  await page.getByRole('button', { name: 'Save token', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Forget the token' })).toBeVisible()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Models in org/Tiny-GGUF' })).toContainText('Tiny-Q8_0.gguf')

  // Test machines have no keychain.
  const network = page.getByRole('region', { name: 'Network' })
  await expect(network).toContainText(
    hostKind === 'web'
      ? 'The host has no keychain, so a token is kept only until the Headroom host stops'
      : 'This system has no keychain to protect a token, so it is kept only until Headroom closes',
  )
  expect(filesHolding('hf_right', app.folder)).toEqual([])
  await app.restart()
  await app.ready()
  await app.showModels()
  await app.page.getByRole('tab', { name: 'Get a model' }).click()
  await expect(app.page.getByLabel('Access token')).toHaveValue('')
  expect(filesHolding('hf_right', app.folder)).toEqual([])
})

const filesHolding = (text: string, folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text))

test('a download with a wrong hash leaves no file, and the search is off in offline mode', { tag: '@full' }, async ({ app, page, hub }) => {
  await app.ready()
  await app.showModels()
  hub.faults = { wrongHash: true }
  await lookUp(app, 'org/Tiny-GGUF:Q8_0')
  await page.getByRole('button', { name: 'Download Tiny-Q8_0.gguf' }).click()
  await expect(transfers(app)).toContainText('its SHA-256 is')
  expect(readdirSync(join(app.folder, 'data/models/org/Tiny-GGUF'))).toEqual([])
  await page.getByRole('button', { name: 'Discard Tiny-Q8_0.gguf' }).click()
  await expect(transfers(app)).toHaveCount(0)

  await page.getByRole('switch', { name: 'Offline' }).click()
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeDisabled()
  await expect(page.getByText('Downloads are switched off')).toBeVisible()
})
