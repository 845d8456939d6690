import { expect, test } from './fixture'

test('the page runs only its own scripts and connects only to its own host', { tag: '@both' }, async ({ app, page }) => {
  await app.ready()
  const violations = await page.evaluate(async () => {
    const seen = new Set<string>()
    const allSeen = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        seen.add(event.effectiveDirective)
        if (seen.size === 4) resolve()
      })
    })
    const script = document.createElement('script')
    script.textContent = 'window.injected = true'
    document.head.append(script)
    const style = document.createElement('style')
    style.textContent = 'body { color: red }'
    document.head.append(style)
    const image = new Image()
    image.src = 'http://192.0.2.1/picture.png'
    await fetch('http://192.0.2.1/').catch(() => {})
    await allSeen
    return { seen: [...seen], injected: 'injected' in window }
  })
  expect(violations.injected).toBe(false)
  expect(new Set(violations.seen)).toEqual(new Set(['script-src-elem', 'style-src-elem', 'img-src', 'connect-src']))
})

test('ordinary use does not violate the content security policy and logs no error', { tag: '@both' }, async ({ app, page }) => {
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => console.error('policy', event.effectiveDirective, event.blockedURI)),
  )
  await page.reload()
  await app.ready()
  await app.ask('What is the KV cache?')
  await app.openSettings()
  await page.getByRole('combobox', { name: 'K type' }).click()
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  await app.showModels()
  expect(app.log).not.toContain('[page] error')
})

test('the page has no access to Node or Electron', { tag: '@both' }, async ({ app, page }) => {
  await app.ready()
  expect(
    await page.evaluate(() => [
      typeof (globalThis as never as { require: unknown }).require,
      typeof (globalThis as never as { process: unknown }).process,
    ]),
  ).toEqual(['undefined', 'undefined'])
})

test('the desktop window cannot be navigated elsewhere, and opens no other window', { tag: '@both' }, async ({ app, page, hostKind }) => {
  test.skip(hostKind === 'web', 'the user can navigate a browser tab anywhere')
  await app.ready()
  const before = page.url()
  const refused = await app.watchNavigation()
  await page.evaluate(() => {
    location.href = 'https://example.invalid/'
    window.open('https://example.invalid/')
  })
  expect(await refused()).toBe(true)
  expect(page.url()).toBe(before)
  expect(page.context().pages()).toHaveLength(1)
  const api = await page.evaluate(() => Object.keys((globalThis as never as { headroomDesktop: object }).headroomDesktop).sort())
  expect(api).toEqual(['connectEngine', 'connectHost', 'pathOf', 'savePdf'])
})
