/** `npm start`: the app in its window or, if that is impossible, in a local browser. */
import { join } from 'node:path'
import { become, ensureBuilt, ensureDependencies, root, say } from './checkout.mjs'
import { findElectron, windowObstacle } from './find-electron.mjs'

/** For instance a model file. */
const args = process.argv.slice(2)

const obstacle = windowObstacle(args)
ensureDependencies({ needsElectron: !obstacle })
ensureBuilt()
const electron = obstacle ? { reason: obstacle } : findElectron(true)
if (electron.binary) {
  // Some editors' terminals set it; Electron would run as plain Node.
  const { ELECTRON_RUN_AS_NODE, ...env } = process.env
  become(electron.binary, [root, ...args], { env })
} else {
  say(`No desktop window: ${electron.reason}. Headroom runs for your browser instead.`)
  // Electron's own options (--no-sandbox) do not apply.
  become(process.execPath, [join(root, 'out/cli/index.mjs'), 'serve', ...args.filter((arg) => !arg.startsWith('-'))])
}
