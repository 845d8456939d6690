/** Searches files and memory for words that Headroom must no longer have. */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiClient, turnOnApi } from './api-client'
import { expect, type Headroom, test } from './fixture'
import { hostPlatform } from './host-node'
import { formsInMemory, pageHeap } from './memory-search'
import { isRunning } from './processes'

const snapshots = mkdtempSync(join(tmpdir(), 'headroom-test-'))
test.afterAll(() => rmSync(snapshots, { recursive: true, force: true }))
test.use({
  environment: async ({ hostKind }, use) =>
    use(hostKind === 'web' ? { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${snapshots}` } : {}),
})
test.skip(hostPlatform() === 'win32', 'Windows has no signal for a heap snapshot')

const letters = (count: number): string => String.fromCharCode(...Array.from({ length: count }, () => 97 + randomInt(26)))
/** No other process has such a word. */
const madeWord = (): string => `Canary${letters(10)}`
/** Prefixes of fewer than 64 tokens are not copied. */
const more = ' Use short sentences and plain words.'.repeat(8)

const formsOf = (words: readonly string[]): Buffer[] => words.flatMap((word) => [Buffer.from(word), Buffer.from(word, 'utf16le')])

/** Which of these files have one of `forms`. */
const filesWith = (forms: readonly Buffer[], paths: readonly string[]): string[] =>
  paths.filter((path) => {
    try {
      const bytes = readFileSync(path)
      return forms.some((form) => bytes.includes(form))
    } catch {
      // A temporary file of another program may be gone.
      return false
    }
  })

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )

/** Written since `marker` was. What the browser writes is not Headroom's. */
function temporaryFiles(marker: string): string[] {
  const folders = [tmpdir(), '/dev/shm'].filter((folder) => existsSync(folder))
  const found = spawnSync('find', [...folders, '-type', 'f', '-newer', marker, '-size', '-200000k'], { maxBuffer: 2 ** 26 })
  return found.stdout
    .toString()
    .split('\n')
    .filter((path) => path !== '' && !/\/(playwright|\.org\.chromium|com\.google)/.test(path))
}

async function tokensOf(url: string, key: string, content: string): Promise<number[]> {
  const answer = await fetch(`${url}/tokenize`, { method: 'POST', headers: { 'x-api-key': key }, body: JSON.stringify({ content }) })
  const { tokens } = (await answer.json()) as { tokens: number[] }
  return tokens
}

async function inHeaps(app: Headroom, words: readonly string[]): Promise<string[]> {
  const [host, page] = [await app.heap(snapshots), await pageHeap(app.page)]
  return words.flatMap((word) => [...(host.includes(word) ? [`host: ${word}`] : []), ...(page.includes(word) ? [`page: ${word}`] : [])])
}

test(
  'after everything is deleted, no word or token is left in files, in the engine, or in an object of the host or the page',
  {
    tag: '@full',
  },
  async ({ app, page, hostKind }, info) => {
    test.setTimeout(600_000)
    const marker = join(snapshots, 'marker')
    writeFileSync(marker, '')
    const [asked, displaced, privately, unsent, rules, named, document, documentName, requested, stored] = Array.from(
      { length: 10 },
      madeWord,
    )
    const words = [asked, displaced, privately, unsent, rules, named, document, documentName, requested, stored] as string[]
    await app.ready()
    const url = await turnOnApi(app)
    const { key, ask } = await apiClient(app, url, 'my agent')
    await ask(`${requested}${more}`, ['Who are you?'])
    await page.getByRole('switch', { name: 'Store prompts and answers of requests' }).click()
    await ask(`${stored}${more}`, ['Who are you?'])
    const tokens = await tokensOf(url, key, `${displaced}`)
    expect(tokens.length).toBeGreaterThan(2)

    await page.getByRole('button', { name: 'New conversation', exact: true }).click()
    await app.ask(`${displaced}${more}`)
    await page.getByRole('button', { name: 'New conversation', exact: true }).click()
    await page.getByRole('switch', { name: 'Do not keep this chat' }).click()
    await app.ask(`${privately}${more}`)
    await page.getByRole('button', { name: 'New conversation', exact: true }).click()
    await app.ask(`${asked}${more}`)
    const field = page.getByLabel('Message', { exact: true })
    await field.fill(`${unsent}`)
    const file = info.outputPath(`${documentName}.txt`)
    writeFileSync(file, `${document}${more}`)
    await page.getByLabel(/^Text, code, HTML, PDF or Word/).setInputFiles(file)
    await page.getByText(`${documentName}.txt`).first().waitFor()

    await page.getByRole('button', { name: 'Cache store' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cache store' })
    await dialog.getByRole('button', { name: 'Process a text…' }).click()
    await dialog.getByLabel('System prompt').last().fill(`${rules}${more}`)
    await dialog.getByLabel('Name', { exact: true }).fill(`${named}`)
    await dialog.getByRole('button', { name: 'Process', exact: true }).click()
    await expect(dialog.getByRole('status')).toContainText('is in the cache')
    await expect(
      dialog
        .getByRole('row')
        .filter({ hasText: `${displaced}` })
        .filter({ hasText: 'Memory' }),
    ).toBeVisible()
    await page.keyboard.press('Escape')

    // The search finds what is there.
    const forms = [...formsOf(words), Buffer.from(Int32Array.from(tokens).buffer)]
    const data = join(app.folder, 'data')
    expect(filesWith(forms.slice(-1), filesIn(data))).not.toEqual([])
    expect(await inHeaps(app, [`${unsent}`])).toEqual([`host: ${unsent}`, `page: ${unsent}`])
    const before = await app.enginePid()
    const canReadMemory = hostKind === 'web' && process.platform === 'linux'
    if (canReadMemory) expect(formsInMemory(before, forms.slice(-1))).toEqual(forms.slice(-1))

    await page.getByRole('button', { name: 'Preferences' }).click()
    await page.getByRole('button', { name: 'Delete everything…' }).click()
    await page.getByLabel(/to confirm/).fill('delete everything')
    await page.getByRole('button', { name: 'Delete everything now' }).click()
    await expect(page.getByRole('heading', { name: 'Preferences', exact: true })).toHaveCount(0, { timeout: 60_000 })
    await app.ready()
    expect(isRunning(before)).toBe(false)

    expect(filesWith(forms, [...filesIn(app.folder), ...temporaryFiles(marker)])).toEqual([])
    expect(await inHeaps(app, words)).toEqual([])
    if (canReadMemory) expect(formsInMemory(await app.enginePid(), forms)).toEqual([])
  },
)
