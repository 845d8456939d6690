import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { startLlamaServer } from '../main/remote-engine/testing/made-llama-server'
import { expectAccessible } from './expect-accessible'
import { expect, type Headroom, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine })

const chips = (page: Page): Locator => page.getByRole('list', { name: 'Attached documents and images' }).getByRole('listitem')
const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true })

/** A picture of the page itself, so that it is a real image with many colors. */
async function pictureFile(app: Headroom, page: Page): Promise<string> {
  mkdirSync(join(app.folder, 'files'), { recursive: true })
  const path = join(app.folder, 'files', 'window.png')
  writeFileSync(path, await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 }, scale: 'css' }))
  return path
}

async function paste(page: Page): Promise<void> {
  await page.getByLabel('Message', { exact: true }).evaluate(async (field) => {
    const canvas = document.createElement('canvas')
    canvas.width = 40
    canvas.height = 20
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    context.fillStyle = 'teal'
    context.fillRect(0, 0, 40, 20)
    const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made as Blob), 'image/webp'))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([blob], 'image.webp', { type: 'image/webp' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
}

const isDrawn = (image: Locator) => expect.poll(() => image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBeGreaterThan(0)

test('images are picked, pasted and dropped, refused by a model on this machine, and sent to a server whose model reads them', {
  tag: '@full',
}, async ({ app, page }) => {
  const server = await startLlamaServer({ images: true })
  await app.ready()
  const path = await pictureFile(app, page)
  await page.getByLabel(/^Text, code, HTML, PDF or Word/).setInputFiles(path)
  await expect(chips(page).first()).toContainText(/window\.png400 × 300 pixels · .*B/)
  await expect(chips(page).first()).toContainText('Models on this machine cannot read images.')
  await page.getByLabel('Message', { exact: true }).fill('What is it?')
  await sendButton(page).click()
  await expect(page.getByRole('alert')).toContainText('where models cannot read images')
  await expect(page.getByRole('article')).toHaveCount(0)

  await app.showModels()
  await page.getByRole('tab', { name: 'Servers' }).click()
  await page.getByRole('button', { name: 'Connect to a server' }).click()
  const form = page.getByRole('dialog', { name: 'Connect to a server' })
  await form.getByLabel('Address').fill(server.url)
  await form.getByRole('button', { name: 'Check' }).click()
  await form.getByRole('button', { name: 'Save and connect' }).click()
  await app.ready()
  await expect(chips(page).first()).not.toContainText('cannot read images')
  await paste(page)
  await expect(chips(page).nth(1)).toContainText('image.webp40 × 20 pixels')
  await app.drop(path)
  await expect(chips(page)).toHaveCount(3)
  const remove = page.getByRole('button', { name: 'Remove window.png' })
  // The chip of a file that is still read has no such button.
  await expect(remove).toHaveCount(2)
  await remove.last().click()
  await expect(chips(page)).toHaveCount(2)
  await isDrawn(page.getByRole('img', { name: 'Image image.webp' }))
  await page.reload()
  await app.ready()
  await isDrawn(page.getByRole('img', { name: 'Image window.png' }))
  await expectAccessible(app, 'a message with images before it is sent')

  await sendButton(page).click()
  await expect(app.lastMessage).toContainText('A cell holds one token.')
  await expect(chips(page)).toHaveCount(0)
  const sent = page.getByRole('article', { name: 'You' })
  await isDrawn(sent.getByRole('img', { name: 'Image window.png' }))
  await isDrawn(sent.getByRole('img', { name: 'Image image.webp' }))
  const chat = server.asked.find(({ path: of }) => of === '/v1/chat/completions')
  const content = chat?.body.messages[0].content as { type: string; text?: string; image_url?: { url: string } }[]
  expect(content.map(({ type, text, image_url }) => text ?? `${type} ${image_url?.url.split(',')[0]}`)).toEqual([
    'image_url data:image/png;base64',
    'image_url data:image/webp;base64',
    'What is it?',
  ])
  await expectAccessible(app, 'a sent message with images')
  await server.stop()
})
