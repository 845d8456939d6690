import { SerialQueue } from '../../../../core/streams/serial-queue'
import type { Internals } from '../../llama/llama-internals'
import { ThreadGovernor } from '../../threads/thread-governor'
import { BatchScheduler } from '../batch-scheduler'
import type { TurnBatches } from '../turn-batches'

/** The batches of a context that no other turn uses. */
export const onlyTurn = (internals: Internals, { batchTokens = 512, sharesBatches = true, threads = 1 } = {}): TurnBatches =>
  new BatchScheduler({
    internals,
    contextQueue: new SerialQueue(),
    batchTokens,
    sharesBatches,
    governor: new ThreadGovernor(threads),
    threads: { chosen: threads, cores: threads },
  }).join()
