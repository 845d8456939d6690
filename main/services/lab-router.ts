import { implement } from '@orpc/server'
import { labContract } from '../../core/contract/lab/lab'
import type { CreditLedgers } from '../../core/streams/pacing'
import type { App } from './app'

export function labRouter({ lab }: Pick<App, 'lab'>, ledgers: CreditLedgers) {
  const os = implement(labContract)
  return os.router({
    experiment: os.experiment.handler(({ input, signal }) => {
      const next = lab.experiment(input, input.everyMs, signal)
      return ledgers.pace(input.streamId, signal, next)
    }),
    record: os.record.handler(({ input, signal }) => {
      const { streamId, everyMs, ...request } = input
      const next = lab.record(request, everyMs, signal)
      return ledgers.pace(streamId, signal, next)
    }),
    smallestBudgets: os.smallestBudgets.handler(({ input }) => lab.smallestBudgets(input.modelId, input.seed)),
    attention: os.attention.handler(({ input }) => lab.attention(input)),
    look: os.look.handler(({ input }) => lab.look(input)),
  })
}
