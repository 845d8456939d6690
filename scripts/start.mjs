/** `npm start`: the app in its window, or, where that cannot be, the same app for a browser on this machine. */
import { join } from 'node:path'
import { become, ensureBuilt, ensureDependencies, root, say } from './checkout.mjs'
import { findElectron, windowObstacle } from './find-electron.mjs'

/** What follows `npm start --` goes to the app, e.g. a model file. */
const args = process.argv.slice(2)

const obstacle = windowObstacle(args)
ensureDependencies({ needsElectron: !obstacle })
ensureBuilt()
const electron = obstacle ? { reason: obstacle } : findElectron(true)
if (electron.binary) {
  // Set by some editors' terminals, it would turn Electron into plain Node.
  const { ELECTRON_RUN_AS_NODE, ...env } = process.env
  become(electron.binary, [root, ...args], { env })
} else {
  say(`No desktop window: ${electron.reason}. Headroom runs for your browser instead.`)
  // Words of Electron's own (--no-sandbox) mean nothing here.
  become(process.execPath, [join(root, 'out/cli/index.mjs'), 'serve', ...args.filter((arg) => !arg.startsWith('-'))])
}
