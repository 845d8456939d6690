/** The contract between windows, the main process and the engine: one definition gives both ends their types. */
import { z } from 'zod'

// zod 4 would otherwise probe `new Function`, which the content security policy forbids.
z.config({ jitless: true })

export * from './app-commands'
export * from './bench-limits'
export * from './bench-runs'
export * from './bench-tasks'
export * from './cache'
export * from './conversations'
export * from './engine'
export * from './errors'
export * from './events'
export * from './host'
export * from './kv-settings'
export * from './kv-types'
export * from './lab'
export * from './library'
export * from './model-origins'
export * from './models'
export * from './plan'
export * from './preference-values'
export * from './preferences'
export * from './sampling'
export * from './setting-ranges'
export * from './streams'
export * from './turn'
