import { join } from 'node:path'
import { become, ensureBuilt, ensureDependencies, root } from './checkout.mjs'

ensureDependencies()
ensureBuilt()
become(process.execPath, [join(root, 'out/cli/index.mjs'), ...process.argv.slice(2)], { cwd: process.env.INIT_CWD ?? process.cwd() })
