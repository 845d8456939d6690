import { turnIdOf } from '../../serve/serve-service'
import type { Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import { RequestLedger } from './request-ledger'
import type { StoredRequests } from './stored-requests'
import { cellSettings } from './traced-turn'

export const engineLedger = (supervisor: Pick<Supervisor, 'engine'>, state: AppStateHolder, stored: StoredRequests): RequestLedger =>
  new RequestLedger({
    stored,
    heldPrompt: async (turn) => (await supervisor.engine?.client.heldPrompt({ turnId: turnIdOf(turn, 0) })) ?? null,
    cellsOf: ({ model }) => ({
      settings: state.value.model.status === 'ready' ? cellSettings(state.value.model.context) : '',
      context: String(model.loadedAtMs),
    }),
  })
