/** `npm run bench:engine`, `npm run bench:compare`, `npm run bench:cache`, `npm run bench:plan`, `npm run bench:ui`, `npm run bench:library`, `npm run bench:lab`, `npm run bench:overflow`, `npm run bench:soak`, `npm run bench:kills`, `npm run attack`: builds what is measured and what measures it, then runs that. */
import { join } from 'node:path'
import { become, buildBundle, ensureBuilt, ensureDependencies, root } from './checkout.mjs'

ensureDependencies()
ensureBuilt()
buildBundle('bench')
become(process.execPath, [join(root, 'out/bench/index.mjs'), ...process.argv.slice(2)])
