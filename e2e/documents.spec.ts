import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { encryptedPdf, madeDocx, madePdf } from '../native-models/documents/testing/made-documents'
import { expect, type Headroom, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine })

const words = (name: string, count: number): string => Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ')
const chips = (page: Page): Locator => page.getByRole('list', { name: 'Attached documents' }).getByRole('listitem')
const pick = (page: Page, files: string | string[]) => page.getByLabel(/^Text, code, HTML, PDF or Word/).setInputFiles(files)
/** Reading a file starts a process. */
const slow = { timeout: 30_000 }
const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true })

function fileIn(app: Headroom, name: string, content: string | Buffer): string {
  mkdirSync(join(app.folder, 'files'), { recursive: true })
  const path = join(app.folder, 'files', name)
  writeFileSync(path, content)
  return path
}

async function makeContextSmall(app: Headroom, page: Page): Promise<void> {
  await app.openSettings()
  await page.getByLabel('Context in tokens').fill('512')
  await page.getByLabel('Longest answer in tokens').fill('24')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('tab', { name: 'Cache' }).click()
  await page.getByText('of 512 cells').waitFor()
  await app.ready()
}

test('documents are picked and dropped, show their tokens before they are sent, survive a reload, and are folded in the sent message', {
  tag: '@both',
}, async ({ app, page }) => {
  await app.ready()
  await pick(page, fileIn(app, 'report.pdf', madePdf([words('first', 12), words('second', 20)])))
  await expect(chips(page).first()).toContainText(/report\.pdf2 pages · 32 tokens · .* of cache · .*B/, slow)
  await app.drop(fileIn(app, 'notes.md', `# Notes\n\n${words('note', 10)}`))
  await expect(chips(page).nth(1)).toContainText(/notes\.md12 tokens · .* of cache/, slow)
  await expect(page.getByText(/^\d+ tokens, [\d,]+ of 2,048 left$/)).toBeVisible()
  const note = page.getByRole('status').filter({ hasText: 'Pocket cannot answer questions about documents.' })
  await expect(note.getByRole('button', { name: 'Get a real model' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Pages of report.pdf' }).fill('2')
  await expect(chips(page).first()).toContainText('1 of 2 pages · 20 tokens')
  await expect(chips(page).first()).toContainText('in the cache', slow)
  await page.reload()
  await app.ready()
  await expect(chips(page).first()).toContainText('1 of 2 pages · 20 tokens')
  await app.ask('What is in them?')
  await expect(chips(page)).toHaveCount(0)
  const sent = page.getByRole('article', { name: 'You' })
  await expect(sent).toContainText('report.pdf')
  await expect(sent).toContainText('page 2 of 2')
  await expect(sent).toContainText(/20 tokens · .* of cache/)
  await expect(sent).toContainText('What is in them?')
  await expect(sent.getByText('second19')).toBeHidden()
  await sent.getByRole('button', { name: 'report.pdf' }).click()
  await expect(sent.getByText(words('second', 20))).toBeVisible()
  await expect(sent.getByText('first0')).toHaveCount(0)
  await page.getByRole('searchbox').fill('note7')
  await expect(page.getByRole('complementary').or(page.getByRole('navigation')).getByText(/note7/).first()).toBeVisible()
})

test('a message that does not fit is refused with its numbers, and can be sent with fewer pages or a larger context', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await makeContextSmall(app, page)
  await pick(page, fileIn(app, 'long.pdf', madePdf([words('a', 300), words('b', 300), words('c', 40)])))
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(
    /^This message needs 6\d\d tokens; 512 fit into the context of 512\. Headroom never shortens a message\./,
    slow,
  )
  await page.getByLabel('Message', { exact: true }).fill('What is it about?')
  await expect(sendButton(page)).toBeDisabled()
  await expect(alert.getByRole('button', { name: /^Raise the context to 2,048 \(cache of .*B\)$/ })).toBeEnabled()
  await expect(alert.getByRole('button', { name: /^Raise the context to 2,048 with a q8_0 cache \(.*B\)$/ })).toBeEnabled()
  await alert.getByRole('button', { name: 'Choose pages' }).click()
  const pages = page.getByRole('textbox', { name: 'Pages of long.pdf' })
  await expect(pages).toBeFocused()
  await pages.fill('2-9')
  await expect(chips(page)).toContainText('Enter pages from 1 to 3, such as 1-3, 7.')
  await expect(sendButton(page)).toBeDisabled()
  await pages.fill('1, 3')
  await expect(chips(page)).toContainText('2 of 3 pages · 340 tokens')
  await expect(alert).toHaveCount(0)
  await expect(sendButton(page)).toBeEnabled()
  await pages.fill('')
  await alert.getByRole('button', { name: /^Raise the context to 2,048 \(/ }).click()
  await page.getByText('of 2,048 cells').waitFor()
  await expect(alert).toHaveCount(0)
  await app.ask('What is it about?')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('3 pages')
})

test('an edited message keeps its documents', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await pick(page, fileIn(app, 'plan.txt', words('plan', 30)))
  await expect(chips(page)).toContainText('30 tokens', slow)
  await app.ask('What is the plan?')
  const sent = page.getByRole('article', { name: 'You' })
  await sent.hover()
  await sent.getByRole('button', { name: 'Edit and send again' }).click()
  const field = page.getByLabel('Edit your message')
  await expect(field).toHaveValue('What is the plan?')
  await field.fill('And now?')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(sent).toContainText('And now?')
  await expect(sent).toContainText(/plan\.txt30 tokens/)
})

test('a file that cannot be read is refused with the reason, and the other files are attached', { tag: '@full' }, async ({ app, page }) => {
  app.isUsed = true
  await app.ready()
  const alerts = page.getByRole('alert')
  const refuse = async (name: string, content: string | Buffer, reason: RegExp) => {
    await pick(page, fileIn(app, name, content))
    await expect(alerts).toContainText(reason, slow)
    await alerts.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alerts).toHaveCount(0)
  }
  await refuse('empty.txt', '', /empty\.txt is empty/)
  await refuse('secret.pdf', encryptedPdf(), /secret\.pdf is protected by a password/)
  await refuse('scan.pdf', madePdf(['', '']), /scan\.pdf has 2 pages without text, probably scans\. Headroom cannot read scans/)
  await refuse('photo.gif', 'GIF89a', /photo\.gif is an image/)
  await refuse('half.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), /half\.png is a damaged or incomplete image/)
  await refuse('mmproj.gguf', 'GGUF', /mmproj\.gguf is a model file.*only models on servers can read images/)
  const docx = madeDocx([words('word', 8)])
  await pick(page, [
    fileIn(app, 'half.docx', docx.subarray(0, 300)),
    fileIn(app, 'whole.docx', docx),
    fileIn(app, 'mixed.pdf', madePdf(['text', ''])),
  ])
  await expect(alerts).toContainText('half.docx is damaged or incomplete', slow)
  await expect(chips(page).first()).toContainText(/whole\.docx8 tokens/, slow)
  await expect(chips(page).nth(1)).toContainText('Page 2 has no text and is probably a scan.', slow)
  await page.getByRole('button', { name: 'Remove whole.docx' }).click()
  await expect(chips(page)).toHaveCount(1)
})
