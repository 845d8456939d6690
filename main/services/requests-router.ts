import { implement } from '@orpc/server'
import { requestContract } from '../../core/contract/requests/request-contract'
import type { CreditLedgers } from '../../core/streams/pacing'
import type { App } from './app'
import { done } from './common/done'

/** The replay needs a context. Without a model it uses one of this size. */
const someContext = { sequences: 1, contextTokens: 32_768 }

export function requestsRouter({ requests, state }: Pick<App, 'requests' | 'state'>, ledgers: CreditLedgers) {
  const os = implement(requestContract)
  return os.router({
    follow: os.follow.handler(({ input, signal }) => ledgers.pace(input.streamId, signal, requests.reader(input.everyMs, signal))),
    body: os.body.handler(({ input }) => requests.body(input.id)),
    simulate: os.simulate.handler(() => {
      const { model } = state.value
      return requests.simulate(model.status === 'ready' ? model.context : someContext)
    }),
    export: os.export.handler(() => requests.export()),
    clear: os.clear.handler(() => done(() => requests.clear())),
  })
}
