import { join } from 'node:path'
import { become, ensureBuilt, ensureDependencies, root, say } from './checkout.mjs'
import { findElectron, windowObstacle } from './find-electron.mjs'

const args = process.argv.slice(2)

const obstacle = windowObstacle(args)
ensureDependencies({ needsElectron: !obstacle })
ensureBuilt()
const electron = obstacle ? { reason: obstacle } : findElectron(true)
if (electron.binary) {
  // Electron would run as plain Node with this variable, which some editors' terminals set.
  const { ELECTRON_RUN_AS_NODE, ...env } = process.env
  become(electron.binary, [root, ...args], { env })
} else {
  say(`No desktop window: ${electron.reason}. Headroom runs in your browser instead.`)
  // In plain Node, Electron's options (--no-sandbox) do not apply.
  become(process.execPath, [join(root, 'out/cli/index.mjs'), 'serve', ...args.filter((arg) => !arg.startsWith('-'))])
}
