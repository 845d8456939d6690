/** Entry of the engine process. It must be started with UV_THREADPOOL_SIZE=1 in its environment: see docs/decisions/004-threads-and-one-pool-thread.md. */
import { serveEngine } from '../process/serve-engine'
import { LlamaEngine } from './llama-engine'

// No other account of this machine may read what this process writes.
process.umask(0o077)
if (process.env.UV_THREADPOOL_SIZE !== '1') throw new Error(`Expected UV_THREADPOOL_SIZE=1, got ${process.env.UV_THREADPOOL_SIZE}`)
serveEngine(new LlamaEngine())
