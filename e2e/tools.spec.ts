import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, type Headroom, quickEngine, test } from './fixture'
import { layoutFaults } from './layout-faults'
import { processesWith } from './processes'

test.use({ fakeEngine: quickEngine })

/** The limit ends a hang. On a busy machine, Node needs many seconds to start a server. */
const startMs = 60_000
test.slow()

const resolve = createRequire(import.meta.url).resolve
const server = (name: string, args: readonly string[]) => ({
  command: process.execPath,
  args: [join(dirname(resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist', 'index.js'), ...args],
})
const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'headroom-tools-')))
const dialog = ({ page }: Headroom): Locator => page.getByRole('dialog', { name: 'Tools' })
const call = (app: Headroom, name: string): Locator => app.page.getByRole('button', { name: `Call to ${name}` }).last()
const result = (app: Headroom, name: string): Locator => app.page.getByRole('button', { name: `Result from ${name}` }).last()

async function add(app: Headroom, servers: object): Promise<void> {
  await app.page.getByRole('button', { name: /^Tools/ }).click()
  await dialog(app).getByRole('button', { name: 'Add server' }).click()
  await dialog(app)
    .getByLabel('Configuration')
    .fill(JSON.stringify({ mcpServers: servers }))
  await dialog(app).getByRole('button', { name: 'Save' }).click()
}

/** Saves again after a refusal, because nothing was saved. */
async function addAllowed(
  app: Headroom,
  servers: Readonly<Record<string, { readonly command: string; readonly env?: object }>>,
): Promise<void> {
  const refused = await app.allowServers(false)
  await add(app, servers)
  await expect(dialog(app).getByText('Nothing was saved, because you did not allow Headroom to start the servers.')).toBeVisible()
  for (const [name, { command }] of Object.entries(servers)) expect(await refused()).toContain(`${name}: ${command}`)
  await app.allowServers(true)
  await dialog(app).getByRole('button', { name: 'Save' }).click()
}

async function switchOn(app: Headroom, name: string): Promise<void> {
  await dialog(app)
    .getByRole('switch', { name: `Tools from ${name}` })
    .click()
  await expect(
    dialog(app).getByText(/^Adds [\d,]+ tokens to the prompt\. With your next message, Headroom processes [\d,]+ tokens/),
  ).toBeVisible({ timeout: startMs })
  await dialog(app).getByRole('button', { name: 'Switch on' }).click()
  await expect(dialog(app).getByText(/On in this conversation/)).toBeVisible()
  await dialog(app).getByRole('button', { name: 'Close' }).click()
}

test('a model calls the tools of a server after the user has allowed it, and the result is shown', { tag: '@full' }, async ({
  app,
  page,
}) => {
  const folder = newFolder()
  const file = join(folder, 'note.txt')
  writeFileSync(file, 'The cache keeps keys and values.')
  await app.ready()
  await addAllowed(app, { files: server('server-filesystem', [folder]) })
  await switchOn(app, 'files')
  await expect(page.getByRole('button', { name: 'Think' })).toBeVisible()
  await page.setViewportSize({ width: 900, height: 640 })
  await expect(page.getByRole('complementary')).toBeVisible()
  expect(await layoutFaults(page)).toEqual([])

  /** A call, its result and an answer follow each message of the user. */
  const answered = (messages: number) =>
    expect(page.locator(`article[aria-posinset="${messages}"]`)).toContainText('This is the fake engine speaking')
  await app.send(`call read_text_file ${JSON.stringify({ path: file })}`)
  await expect(call(app, 'read_text_file')).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByLabel('Arguments')).toContainText('"path"')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('The user refused this call.')).toBeVisible()
  await answered(4)

  await app.send(`call read_text_file ${JSON.stringify({ path: file })}`)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(result(app, 'read_text_file')).toHaveAttribute('aria-expanded', 'false')
  await result(app, 'read_text_file').click()
  await expect(page.getByText('The cache keeps keys and values.').last()).toBeVisible()
  await answered(8)

  await app.send(`call read_text_file ${JSON.stringify({ path: file })}`)
  await page.getByRole('button', { name: 'Always allow this tool' }).click()
  await answered(12)
  await app.send(`call read_text_file ${JSON.stringify({ path: file })}`)
  await answered(16)
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toHaveCount(0)

  await app.openSettings()
  await app.choose('Tool choice', 'none')
  await app.ask(`call read_text_file ${JSON.stringify({ path: file })}`)
  await expect(app.lastMessage).toContainText('This is the fake engine speaking')
  expect(await app.messageCount()).toBe(18)
})

test('a call whose server is killed ends with an error, and a call that waits at a restart can be run again', { tag: '@full' }, async ({
  app,
  page,
}) => {
  test.skip(process.platform !== 'linux', 'the story finds the process of the server in /proc')
  await app.ready()
  const MARK = newFolder()
  const mark = `MARK=${MARK}`
  await addAllowed(app, { all: { ...server('server-everything', ['stdio']), env: { MARK } } })
  await switchOn(app, 'all')
  await app.send('call trigger-long-running-operation {"duration": 600, "steps": 2}')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByText('Running…', { exact: true })).toBeVisible()
  for (const { pid } of processesWith(mark)) process.kill(pid, 'SIGKILL')
  await expect(page.getByText('The server all ended during the call.')).toBeVisible()
  await expect(app.lastMessage).toContainText('This is the fake engine speaking')

  await app.send('call echo {"message": "hello"}')
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeVisible()
  await app.restart()
  await app.ready()
  await app.page
    .getByRole('button', { name: /call trigger/ })
    .first()
    .click()
  await app.page.getByRole('button', { name: 'Run the calls' }).click()
  await app.page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(result(app, 'echo')).toBeVisible({ timeout: startMs })
  expect(processesWith(mark).length).toBe(1)
  await app.stop()
  await expect(() => expect(processesWith(mark)).toEqual([])).toPass()
})

test('a configuration that cannot be used is refused with the reason', async ({ app }) => {
  await app.ready()
  await add(app, { mine: { args: [] } })
  await expect(dialog(app).getByText('The server “mine” needs a command or an address (“url”).')).toBeVisible()
})

/** Reads one of the figures below the last answer. */
async function countOf({ lastMessage }: Headroom, figure: 'reused' | 'processed'): Promise<number> {
  const text = await lastMessage.getByText(new RegExp(`^${figure} [\\d,]+`)).innerText()
  return Number(text.replace(/\D/g, ''))
}

test.describe('with the embedded model', () => {
  test.use({ fakeEngine: undefined })

  test('the model calls a tool, and its next answer continues where the cache ends', { tag: '@full' }, async ({ app, page }) => {
    await app.ready()
    await addAllowed(app, { all: server('server-everything', ['stdio']) })
    await switchOn(app, 'all')
    await app.openSettings()
    await page.getByLabel('Temperature', { exact: true }).fill('0')
    // A model this small rarely picks the right one of 13 tools.
    await app.choose('Tool choice', 'only echo')

    await app.send('Call echo with {"message": "Lisbon"}.')
    await expect(call(app, 'echo')).toHaveAttribute('aria-expanded', 'true', { timeout: startMs })
    const { message } = JSON.parse(await page.getByLabel('Arguments').innerText()) as { message: unknown }
    expect(message).toEqual(expect.any(String))
    const processed = await countOf(app, 'processed')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await result(app, 'echo').click({ timeout: startMs })
    await expect(page.getByText(`Echo: ${message}`)).toBeVisible()
    await expect(call(app, 'echo')).toHaveCount(1)

    await expect(app.lastMessage.getByText(/^TTFT \d/)).toBeVisible({ timeout: startMs })
    expect(await app.answerText()).not.toBe('')
    expect(await countOf(app, 'reused')).toBeGreaterThan(processed)
    await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
    const reuse = app.lastMessage.getByRole('region', { name: 'Cache reuse' })
    await expect(reuse).toContainText('the prompt continues where the cache ends')
  })
})
