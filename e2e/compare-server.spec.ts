/** The server is a stand-in for llama-server: it has its API, and answers with prepared words. The local model and its engine are real. */
import { readFileSync } from 'node:fs'
import { knowingServer } from '../main/remote-engine/testing/knowing-server'
import { startLlamaServer } from '../main/remote-engine/testing/made-llama-server'
import type { MadeServer } from '../main/remote-engine/testing/made-server'
import { expectAccessible } from './expect-accessible'
import { expect, type Headroom, test } from './fixture'
import { layoutFaults } from './layout-faults'

async function connect(app: Headroom, server: MadeServer): Promise<void> {
  const { page } = app
  await app.showModels()
  await page.getByRole('tab', { name: 'Servers' }).click()
  await page.getByRole('button', { name: 'Connect to a server' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect to a server' })
  await dialog.getByLabel('Address').fill(server.url)
  await dialog.getByLabel('Name').fill('Lab')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByRole('button', { name: 'Save and connect' }).click()
  await expect(page.getByText('llama-server at Lab')).toBeVisible()
}

/** Keeps this machine with f16 as the only local setting, and adds the server as the second one. */
async function compareWithServer(app: Headroom, name: string): Promise<void> {
  const { page } = app
  await app.showCompare()
  for (const removed of ['q8_0 / q4_0', 'q4_0', 'q8_0']) await page.getByRole('button', { name: `Remove ${removed}`, exact: true }).click()
  await page.getByRole('button', { name: 'Add server' }).click()
  await app.choose('Server for setting 2', 'Lab')
  await expect(page.getByRole('combobox', { name: 'Model for setting 2' })).toHaveText('tiny')
  await page.getByRole('textbox', { name: 'Name of setting 2' }).fill(name)
  // If another program used a core, several threads would have to wait for each other.
  await page.getByRole('button', { name: 'More settings for f16' }).click()
  await page.getByRole('textbox', { name: 'Threads for setting 1' }).fill('1')
}

async function makeShort({ page }: Headroom): Promise<void> {
  for (const part of ['Speed', 'Quality']) await page.getByRole('switch', { name: part, exact: true }).click()
  for (const part of ['Passkey', 'Tool calls']) await page.getByRole('switch', { name: part, exact: true }).click()
  const fields = {
    Turns: '2',
    'New words per turn': '40',
    'Tokens per turn': '8',
    'Positions in percent': '50',
    'Tokens in the text': '200',
    Trials: '2',
    'Prompts of the suite': '2',
    'Maximum tokens': '12',
  }
  for (const [label, value] of Object.entries(fields)) await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  // For each setting: 2 turns, passkeys, tool calls and 1 answer.
  await expect(page.getByText('10 measurements.')).toBeVisible()
}

const row = ({ page }: Headroom, name: string) =>
  page
    .getByRole('region', { name: 'Results table' })
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `${name} in the charts`, exact: true }) })

test('f16 of this machine is compared with a server that has q8_0, and the results survive a restart', { tag: '@full' }, async ({
  app,
  page,
}) => {
  const server = await startLlamaServer(knowingServer)
  await app.ready()
  await connect(app, server)
  await compareWithServer(app, 'llama-server q8_0')
  await makeShort(app)
  await expectAccessible(app, 'a comparison with a server, before it starts')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText(/· done, 10 of 10 measured/)).toBeVisible({ timeout: 45_000 })

  const verdict = page.getByRole('list', { name: 'Verdicts' }).getByRole('listitem')
  await expect(verdict).toContainText('llama-server q8_0')
  await expect(verdict).toContainText('all at the client')
  await expect(verdict).toContainText('2 of 2 passkeys found')
  const remote = row(app, 'llama-server q8_0')
  await page.getByRole('button', { name: /^Show all \d+ columns$/ }).click()
  for (const source of ['measured', 'reported', 'calculated', 'none']) await expect(remote).toContainText(source)
  await expect(page.getByText('tiny, llama-server b9000-abcdef0 at Lab')).toBeVisible()
  await expectAccessible(app, 'the results of a comparison with a server')
  await page.setViewportSize({ width: 900, height: 640 })
  expect(await layoutFaults(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  // The warm-up, 2 turns, 2 passkeys, 2 tool calls and 1 answer, each sent once.
  const prompts = server.asked.filter(({ path }) => path === '/v1/chat/completions').map(({ body }) => JSON.stringify(body))
  expect(prompts).toHaveLength(1 + 2 + 2 + 2 + 1)
  expect(new Set(prompts).size).toBe(prompts.length)

  const csv = await app.download(async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
  })
  expect(readFileSync(csv.path, 'utf8')).toMatch(/llama-server q8_0.*reported usage\.prompt_tokens/)

  await server.stop()
  await app.restart()
  await app.showCompare()
  await app.page
    .getByRole('list', { name: 'Runs' })
    .getByRole('button', { name: /^f16, llama-server q8_0/ })
    .click()
  await expect(row(app, 'llama-server q8_0')).toContainText('measured')
})

test.describe('on a fast engine', () => {
  test.use({ fakeEngine: { taskMs: 1 } })

  test('a server that goes away keeps what was measured, and the rest says why it is missing', { tag: '@full' }, async ({ app, page }) => {
    let turns = 0
    const server = await startLlamaServer({
      ...knowingServer,
      beforeEnd: async () => {
        if (++turns === 3) await server.stop()
      },
    })
    await app.ready()
    await connect(app, server)
    await compareWithServer(app, 'llama-server q8_0')
    await makeShort(app)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText(/· done, 6 of 10 measured, 4 failed/)).toBeVisible({ timeout: 45_000 })
    const failed = page.getByRole('list', { name: 'What failed' })
    await expect(failed).toContainText(/llama-server q8_0: Latency\..*the connection.*start another comparison/i)
    await expect(failed).toContainText(/llama-server q8_0: Passkey, Tool calls, and Side by side\./)
    await expect(row(app, 'llama-server q8_0')).toContainText('measured')
    await page.getByRole('button', { name: 'New comparison' }).click()
    await expect(page.getByRole('listitem', { name: 'Setting 2: llama-server q8_0' }).getByRole('alert')).toContainText(
      'refused the connection',
    )
  })
})
