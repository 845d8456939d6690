import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine })

test('a schema that a grammar cannot express is refused next to the field, by keyword, before anything is sent', async ({ app, page }) => {
  await app.ready()
  await app.openSettings()
  await app.choose('Answer format', 'JSON schema')
  const field = page.getByRole('textbox', { name: 'JSON schema' })
  await field.fill('{ "type": "array", "uniqueItems": true }')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('/uniqueItems: a grammar cannot express it.').first()).toBeVisible()
  await field.fill('{ "type": ')
  await expect(page.getByText('The schema: it is not JSON.').first()).toBeVisible()
  await field.fill('{ "type": "string", "format": "phone" }')
  await expect(field).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByText('/format: not a format of JSON Schema, so it is not checked.')).toBeVisible()
  await app.choose('Answer format', 'GBNF grammar')
  await page.getByRole('textbox', { name: 'GBNF grammar' }).fill('root ::= answer')
  await expect(page.getByText('Line 1 of the grammar uses a rule that does not exist.').first()).toBeVisible()
})

test('a schema from a file is stored with the settings of the model', async ({ app, page }, testInfo) => {
  const path = testInfo.outputPath('answer.json')
  const schema = '{ "type": "object", "properties": { "name": { "type": "string" } } }'
  writeFileSync(path, schema)
  const large = join(testInfo.outputDir, 'large.json')
  writeFileSync(large, ' '.repeat(70_000))
  await app.ready()
  await app.openSettings()
  await app.choose('Answer format', 'JSON schema')
  const file = page.getByLabel('File with a schema or a grammar')
  await file.setInputFiles(large)
  await expect(page.getByText('large.json is 68.4 KiB. Headroom reads files of up to 64.0 KiB.')).toBeVisible()
  await file.setInputFiles(path)
  const field = page.getByRole('textbox', { name: 'JSON schema' })
  await expect(field).toHaveValue(schema)
  await page.reload()
  await app.ready()
  // The panel stays open.
  await expect(field).toHaveValue(schema)
  await app.choose('Answer format', 'any')
  await expect(field).toHaveCount(0)
  await app.choose('Answer format', 'JSON schema')
  await expect(field).toHaveValue(schema)
})

test.describe('with llama.cpp', () => {
  test.use({ fakeEngine: undefined })

  test('an answer matches the JSON schema in the settings', { tag: '@full' }, async ({ app, page }) => {
    await app.ready()
    await app.openSettings()
    await app.choose('Answer format', 'JSON schema')
    const name = { type: 'string', maxLength: 20 }
    const schema = { type: 'object', properties: { name, legs: { enum: [2, 4] } }, required: ['name', 'legs'], additionalProperties: false }
    await page.getByRole('textbox', { name: 'JSON schema' }).fill(JSON.stringify(schema))
    await app.ask('Tell me about a fox named Milo.')
    const answer = JSON.parse(await app.answerText())
    expect(Object.keys(answer).sort()).toEqual(['legs', 'name'])
    expect(answer.name.length).toBeLessThanOrEqual(20)
    expect([2, 4]).toContain(answer.legs)
  })
})
