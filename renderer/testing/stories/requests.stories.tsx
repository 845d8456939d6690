import type { LedgerUpdate, RequestRecord } from '../../../core/contract/requests/requests'
import { RequestsScreen } from '../../requests/requests-screen'
import { type RequestState, requestStore } from '../../requests/state/request-store'
import { appState, endlessWord } from '../facts'
import { openStream } from '../fake-host'
import { longestRequest, manyRequests, requestBody, runningRequests, simulation } from '../request-facts'
import { story } from '../story'

export default { title: 'Requests' }

const app = appState()
const screen = () => <RequestsScreen />
const update = (records: readonly RequestRecord[]): LedgerUpdate => ({
  records: [...records],
  oldestNumber: 1,
  bodies: { count: 200, bytes: 48 * 2 ** 20 },
})
const having = (records: readonly RequestRecord[], state: Partial<RequestState> = {}, size = {}, url: string | null = null) =>
  story(screen, {
    app,
    host: {
      api: { read: () => ({ url, network: [], failure: null, keys: [] }) },
      requests: {
        follow: () => openStream(update(records)),
        body: () => requestBody,
        simulate: () => simulation,
        export: () => ({ fileName: 'requests.jsonl', mediaType: 'application/jsonl', text: '' }),
        clear: () => ({}),
      },
    },
    before: () => requestStore.setState({ records, bodies: update([]).bodies, ...state }),
    ...size,
  })
const wide = { width: 1040, height: 720 }
const many = manyRequests(2000)

export const RequestsLoading = story(screen, { app })
export const RequestsEmpty = having([])
export const RequestsEmptyWithServer = having([], {}, {}, 'http://127.0.0.1:8080')
export const RequestsFull = having(many, {}, wide)
export const RequestsNarrow = having(many, {}, { width: 660, height: 560 })
export const RequestsRunning = having(runningRequests)
export const RequestsOverflowing = having([longestRequest, ...many.slice(1)])
export const RequestsNoneFound = having(many.slice(0, 5), { filter: { text: endlessWord, client: null, cause: null, onlyLost: false } })
export const RequestsDetail = having(many, { selectedId: 'r1996' }, wide)
export const RequestsDetailNarrow = having(many, { selectedId: 'r1995' }, { width: 660, height: 560 })
export const RequestsDetailOverflowing = having([longestRequest], { selectedId: 'long' })
export const RequestsDetailRunning = having(runningRequests, { selectedId: 'running prefill' })
export const RequestsDetailFailed = having(runningRequests, { selectedId: 'running failed' })
export const RequestsDetailRefused = having(runningRequests, { selectedId: 'running refused' })
export const RequestsTimeline = having(many, { view: 'timeline' }, wide)
export const RequestsTimelineRunning = having(runningRequests, { view: 'timeline' })
export const RequestsSimulation = having(many, { view: 'simulation', simulation }, wide)
export const RequestsSimulationNotRun = having(many, { view: 'simulation' })
export const RequestsTrouble = having(many, { trouble: { code: 'request-not-kept', facts: {} } })
