import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quantizedPocket } from '../native-models/testing/quantized-pocket'
import { expect, type Headroom, test } from './fixture'
import { root } from './running-host'

const pocket = await quantizedPocket()

function placeModel(app: Headroom, ...path: string[]): string {
  const target = join(app.folder, ...path)
  mkdirSync(join(target, '..'), { recursive: true })
  copyFileSync(pocket, target)
  return target
}
const row = ({ page }: Headroom, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })

test('models of other programs can be found, searched, sorted and planned, and stay in their folders', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  placeModel(app, 'home/.lmstudio/models/org/tiny/tiny-q8_0.gguf')
  const digest = 'a'.repeat(64)
  placeModel(app, `home/.ollama/models/blobs/sha256-${digest}`)
  const manifest = join(app.folder, 'home/.ollama/models/manifests/registry.ollama.ai/library/tiny/latest')
  mkdirSync(join(manifest, '..'), { recursive: true })
  writeFileSync(manifest, JSON.stringify({ layers: [{ mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${digest}` }] }))

  await app.showModels()
  const ollama = row(app, 'tiny:latest')
  await expect(ollama).toContainText('Ollama')
  await expect(row(app, 'LM Studio')).toContainText('tiny-q8_0.gguf')
  await expect(ollama.getByText(/^[\d,]+$/)).toBeVisible()
  await expect(ollama.getByRole('img', { name: /^Layers: \d+ full attention$/ })).toBeVisible()

  await page.getByLabel('Search models').fill('ollama tiny')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Search models').fill('nothing like it')
  await page.getByRole('button', { name: 'Show all models' }).click()
  await app.choose('Source', 'LM Studio')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await app.choose('Source', 'All sources')
  await app.choose('Sort by', 'Name')
  await expect(page.getByRole('main').getByRole('listitem').last()).toContainText('tiny:latest')

  await page.getByRole('button', { name: 'More about tiny:latest' }).click()
  await expect(page.getByRole('menuitem', { name: 'Remove it with Ollama' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Plan its memory' }).click()
  await expect(page.getByRole('region', { name: 'Plan', exact: true })).toContainText('tiny:latest')
})

test('a folder can be added and removed, and its files that are not models are listed', {
  tag: '@full',
}, async ({ app, page, hostKind }) => {
  await app.ready()
  const path = placeModel(app, 'my models/deep/mine.gguf')
  writeFileSync(join(app.folder, 'my models/notes.gguf'), 'These are notes, not a model.')
  await app.showModels()
  await page.getByRole('tab', { name: 'Folders' }).click()
  await page.getByLabel('Folder path').fill(join(app.folder, 'nowhere'))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('nowhere does not exist')
  await page.getByLabel('Folder path').fill(join(app.folder, 'my models'))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(row(app, 'my models').first()).toContainText('1 model')
  await page.getByText('1 file cannot be used').click()
  await expect(page.getByText('notes.gguf is not a GGUF file')).toBeVisible()

  await page.getByRole('tab', { name: 'On this machine' }).click()
  await expect(row(app, 'mine.gguf')).toBeVisible()
  if (hostKind === 'web') {
    await row(app, 'mine.gguf')
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: 'Remove from disk…' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('It is deleted permanently')
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(existsSync(path)).toBe(true)
    await row(app, 'mine.gguf')
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: 'Remove from disk…' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(row(app, 'mine.gguf')).toHaveCount(0)
    expect(existsSync(path)).toBe(false)
    return
  }
  const given = await app.watchDesktopFiles()
  const choose = async (item: string) => {
    await row(app, 'mine.gguf')
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Show in its folder')
  await expect.poll(given).toEqual([`show ${path}`])
  await choose('Remove from disk…')
  await expect(page.getByRole('alertdialog')).toContainText('It goes to the system’s trash')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row(app, 'mine.gguf')).toHaveCount(0)
  expect(await given()).toEqual([`show ${path}`, `bin ${path}`])

  await page.getByRole('tab', { name: 'Folders' }).click()
  await page.getByRole('button', { name: 'Scan again' }).click()
  await page.getByRole('tab', { name: 'On this machine' }).click()
  await expect(row(app, 'mine.gguf')).toBeVisible()
  await page.getByRole('tab', { name: 'Folders' }).click()
  await page.getByRole('button', { name: /^Remove .* from the list$/ }).click()
  await page.getByRole('tab', { name: 'On this machine' }).click()
  await expect(row(app, 'mine.gguf')).toHaveCount(0)
  expect(existsSync(path)).toBe(true)
})

test('a dropped folder is imported, except for models that Headroom already has', { tag: '@desktop' }, async ({ app, page, hostKind }) => {
  await app.ready()
  placeModel(app, 'new/deep/one.gguf')
  if (hostKind === 'web') {
    // A page does not get the path of a dropped folder, so it uploads the model files in it.
    mkdirSync(join(app.folder, 'empty'))
    await app.drop(join(app.folder, 'empty'))
    await expect(page.getByRole('alert')).toContainText('empty was not uploaded. This folder contains no .gguf file.')
    await app.drop(join(app.folder, 'new'))
    await app.ready()
    await app.showModels()
    await expect(row(app, 'Uploaded · one.gguf')).toContainText('loaded')
    placeModel(app, 'again/other-name.gguf')
    await app.drop(join(app.folder, 'again'))
    await app.ready()
    await app.showModels()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
    return
  }
  await app.drop(join(app.folder, 'new'))
  await expect(page.getByRole('dialog')).toContainText('How should Headroom add this model?')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Downloads and imports' })).toContainText('Done: ')
  await expect(row(app, '· Imported ·')).toBeVisible()
  expect(existsSync(join(app.folder, 'data/models/imported/one.gguf'))).toBe(true)
  placeModel(app, 'again/other-name.gguf')
  await app.drop(join(app.folder, 'again'))
  await expect(page.getByRole('dialog')).toContainText('All of these models are already in the list')
})

test('a model without a chat template is marked in the list, and the app names the replacement once the model is loaded', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  const target = join(app.folder, 'home/.lmstudio/models/org/bare/bare.gguf')
  mkdirSync(join(target, '..'), { recursive: true })
  copyFileSync(join(root, 'native-models/fixtures/llama-gqa.gguf'), target)
  await app.showModels()
  const bare = row(app, 'bare.gguf')
  await expect(bare.getByText('no template')).toBeVisible()
  await bare.getByRole('button', { name: /^Load / }).click()
  await app.ready()
  const badge = page.locator('header').getByText(/fallback template “[^”]+”/)
  await expect(badge).toBeVisible()
  const name = /“([^”]+)”/.exec((await badge.textContent()) ?? '')?.[1]
  await badge.click()
  await expect(page.getByRole('dialog')).toContainText(`This file has no chat template. Headroom uses the closest known one, “${name}”`)
})

test('a model in another folder can be copied or moved into Headroom’s folder', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  const path = placeModel(app, 'my models/deep/mine.gguf')
  await app.showModels()
  await page.getByRole('tab', { name: 'Folders' }).click()
  await page.getByLabel('Folder path').fill(join(app.folder, 'my models'))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('tab', { name: 'On this machine' }).click()
  const bring = async (item: string) => {
    await row(app, 'Folder · mine.gguf')
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await bring('Copy into Headroom')
  const imported = join(app.folder, 'data/models/imported/mine.gguf')
  await expect(row(app, 'Imported · mine.gguf')).toBeVisible()
  expect([existsSync(path), existsSync(imported)]).toEqual([true, true])
  await bring('Move into Headroom')
  await expect(row(app, 'Folder · mine.gguf')).toHaveCount(0)
  expect([existsSync(path), existsSync(imported)]).toEqual([false, true])
})

test('a chat template can be read, tried, replaced and restored', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  placeModel(app, 'home/.lmstudio/models/org/tiny/tiny-q8_0.gguf')
  await app.showModels()
  const tiny = 'LM Studio · tiny-q8_0.gguf'
  const open = async () => {
    await row(app, tiny)
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: 'Chat template…' }).click()
  }
  await open()
  await expect(page.getByText('This is the template in the file.')).toBeVisible()
  await page.getByRole('button', { name: 'Try it on sample messages' }).click()
  await expect(page.getByRole('region', { name: 'What the model reads' })).toContainText('What is a KV cache?')
  await page.getByRole('textbox', { name: 'Template' }).fill('{% for m in messages %}{{ m.content | nonsense }}{% endfor %}')
  await page.getByRole('button', { name: 'Use from the next load on' }).click()
  await expect(page.getByRole('alert')).toContainText('nonsense')
  await page
    .getByRole('textbox', { name: 'Template' })
    .fill('{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n{# mine #}')
  await page.getByRole('button', { name: 'Use from the next load on' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await open()
  await expect(page.getByText('Your own template replaces the one in the file')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await row(app, tiny)
    .getByRole('button', { name: /^Load / })
    .click()
  await expect(page.locator('header').getByRole('button').first()).toHaveAttribute('title', /tiny-q8_0\.gguf$/)
  await app.ready()
  await app.ask('What is the KV cache?')
  await app.showModels()
  await open()
  await page.getByRole('button', { name: 'Use the template in the file' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
})
