import { join } from 'node:path'
import { become, buildBundle, ensureBuilt, ensureDependencies, root } from './checkout.mjs'

ensureDependencies()
ensureBuilt()
buildBundle('bench')
become(process.execPath, [join(root, 'out/bench/index.mjs'), ...process.argv.slice(2)])
