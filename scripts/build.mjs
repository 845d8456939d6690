/** `npm run build`: everything, whether or not it has changed. */
import { build, ensureDependencies, say } from './checkout.mjs'

ensureDependencies()
build()
say('Built into out/')
