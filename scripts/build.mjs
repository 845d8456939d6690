import { build, ensureDependencies, say } from './checkout.mjs'

ensureDependencies()
build()
say('Built into out/')
