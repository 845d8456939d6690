import { join } from 'node:path'
import { become, ensureBuilt, ensureDependencies, root, say } from './checkout.mjs'
import { findElectron, windowObstacle } from './find-electron.mjs'

const args = process.argv.slice(2)

const obstacle = windowObstacle(args)
ensureDependencies({ needsElectron: !obstacle })
ensureBuilt()
const electron = obstacle ? { reason: obstacle } : findElectron(true)
if (electron.binary) {
  // This variable, which some editors' terminals set, would start Electron as plain Node.
  const { ELECTRON_RUN_AS_NODE, ...env } = process.env
  become(electron.binary, [root, ...args], { env })
} else {
  say(`No desktop window: ${electron.reason}. Headroom runs in your browser instead.`)
  // Electron's options, such as --no-sandbox, do not apply to Node.
  become(process.execPath, [join(root, 'out/cli/index.mjs'), 'serve', ...args.filter((arg) => !arg.startsWith('-'))])
}
