/** The images are committed, so that packaging needs no browser. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDependencies, root, say } from './checkout.mjs'
import { findBrowser } from './find-browser.mjs'
import { icnsOf, icoOf } from './icon-files.mjs'

/** The icon's body is 824 of 1,024 pixels wide. Source: Apple Design Resources, macOS app icon template. */
const macBody = 824 / 1024

ensureDependencies()
const { executable, reason } = findBrowser()
if (reason) throw new Error(`The icons need a browser: ${reason}`)
const { chromium } = await import('@playwright/test')
const browser = await chromium.launch({
  ...(executable ? { executablePath: executable } : {}),
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
const page = await browser.newPage()
const svg = readFileSync(join(root, 'assets/icon.svg')).toString('base64')

async function draw(size, body = 1) {
  await page.setViewportSize({ width: size, height: size })
  const width = size * body
  const style = `position:absolute;inset:0;margin:auto;width:${width}px;height:${width}px`
  await page.setContent(`<body style="margin:0"><img style="${style}" src="data:image/svg+xml;base64,${svg}"></body>`)
  return { size, png: await page.screenshot({ omitBackground: true }) }
}
const drawAll = async (sizes, body) => {
  const images = []
  for (const size of sizes) images.push(await draw(size, body))
  return images
}

const folder = join(root, 'assets/icons')
mkdirSync(folder, { recursive: true })
for (const { size, png } of await drawAll([16, 32, 48, 64, 128, 256, 512])) writeFileSync(join(folder, `${size}x${size}.png`), png)
writeFileSync(join(root, 'assets/icon.ico'), icoOf(await drawAll([16, 20, 24, 32, 40, 48, 64, 256])))
writeFileSync(join(root, 'assets/icon.icns'), icnsOf(await drawAll([32, 64, 128, 256, 512, 1024], macBody)))
await browser.close()
say('Drew assets/icons, assets/icon.ico and assets/icon.icns from assets/icon.svg')
