import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildBundle, ensureDependencies, root, say } from './checkout.mjs'
import { devWindow } from './dev-window.mjs'
import { findElectron, windowObstacle } from './find-electron.mjs'

const words = process.argv.slice(2)
const real = words.includes('--real')
const args = words.filter((word) => word !== '--real' && word !== '--browser')
const obstacle = words.includes('--browser') ? '--browser is set' : windowObstacle(args)

ensureDependencies({ needsElectron: !obstacle })
const electron = obstacle ? { reason: obstacle } : findElectron(true)
if (electron.binary) await devWindow({ electron: electron.binary, real, args })
else {
  say(`No desktop window: ${electron.reason}.`)
  await devBrowser()
}

async function devBrowser() {
  for (const bundle of ['headless', 'remote-engine', 'lab', 'trial', 'bandwidth', 'template', 'documents', real ? 'engine' : 'fake-engine'])
    buildBundle(bundle)
  const { startHeadless } = await import(pathToFileURL(join(root, 'out/headless/index.mjs')).href)
  const { renderOn } = await import('./dev-renderer.mjs')
  const headless = await startHeadless({
    root,
    dataFolder: process.env.HEADROOM_DATA ?? join(tmpdir(), 'headroom-dev'),
    port: 0,
    fakeEngine: !real,
    devRenderer: renderOn,
  })
  say(`Headroom (${real ? 'real' : 'fake'} engine) is at ${headless.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      headless.app.close()
      process.exit(0)
    })
}
