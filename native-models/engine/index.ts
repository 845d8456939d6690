/** Why UV_THREADPOOL_SIZE=1: docs/decisions/004-threads-and-one-pool-thread.md. */
import { serveEngine } from '../process/serve-engine'
import { useSystemMalloc } from './llama/use-system-malloc'
import { LlamaEngine } from './llama-engine'
import { removeLeftovers } from './sequences/state-folder'

process.umask(0o077)
removeLeftovers()
useSystemMalloc()
if (process.env.UV_THREADPOOL_SIZE !== '1') throw new Error(`Expected UV_THREADPOOL_SIZE=1, got ${process.env.UV_THREADPOOL_SIZE}`)
serveEngine(new LlamaEngine())
