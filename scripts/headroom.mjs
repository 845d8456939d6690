/** `npm run -s headroom -- COMMAND`: the command line from a checkout; builds first when something has changed. */
import { join } from 'node:path'
import { become, ensureBuilt, ensureDependencies, root } from './checkout.mjs'

ensureDependencies()
ensureBuilt()
// Paths on the command line are meant from where the user stands.
become(process.execPath, [join(root, 'out/cli/index.mjs'), ...process.argv.slice(2)], { cwd: process.env.INIT_CWD ?? process.cwd() })
