import { defaultSampling } from '../../../core/contract/settings/sampling'
import { none } from '../../../core/remote/figure'
import { ServerPanel } from '../../cache/server/server-panel'
import { AnswerFoot } from '../../chat/answers/answer-foot'
import { RemoteReport } from '../../chat/turn/remote-report'
import { ServerList } from '../../models/servers/server-list'
import { type ServerState, serverStore } from '../../models/servers/server-store'
import { ServerSettings } from '../../settings-panel/server/server-settings'
import { answer, appState, endlessWord } from '../facts'
import { connectedServer, remoteTurn, savedServer, serverFacts, serverStatus } from '../server-facts'
import { panel, story } from '../story'

export default { title: 'Servers' }

const app = appState({ model: { status: 'server', server: connectedServer() } })
const list = () => (
  <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-4">
    <ServerList />
  </div>
)
const having = (state: Partial<ServerState>) => () => serverStore.setState(state)
const listed = (...servers: ReturnType<typeof savedServer>[]) => ({ servers: { list: () => servers } })
const form = { id: undefined, url: 'http://gpu-box.lan:8080', name: '', key: 'secret', model: 'tiny' }

export const ListEmpty = story(list, { app, host: listed() })
export const ListFull = story(list, { app, host: listed(savedServer(), savedServer({ id: 'b', name: 'Other', key: 'none', model: null })) })
export const ListOverflowing = story(list, {
  app,
  host: listed(...Array.from({ length: 20 }, (_, at) => savedServer({ id: `${at}`, name: endlessWord, url: `http://${endlessWord}` }))),
})
export const DialogEmpty = story(list, { app, before: having({ form: { ...form, url: '', key: undefined } }) })
export const DialogFound = story(list, { app, before: having({ form, facts: serverFacts() }) })
export const DialogWithoutModels = story(list, {
  app,
  before: having({ form, facts: serverFacts({ kind: 'openai', models: [], slots: null }) }),
})
export const DialogError = story(list, {
  app,
  before: having({
    form,
    trouble: { code: 'server-key-refused', facts: { url: 'http://gpu-box.lan:8080/v1/models', status: 401, hadKey: true } },
  }),
})

const status = () => <ServerPanel server={connectedServer()} />
export const StatusLoading = panel(status, { app })
export const StatusFull = panel(status, { app, host: { servers: { status: () => serverStatus() } } })
export const StatusUnanswered = panel(status, {
  app,
  host: {
    servers: { status: () => serverStatus({ occupancy: none('not-read'), running: none('not-read'), slots: null, restarted: true }) },
  },
})

export const Settings = panel(() => <ServerSettings server={connectedServer()} />, {
  app,
  host: { servers: { settings: () => ({ sampling: defaultSampling, defaults: defaultSampling }), changeSampling: () => ({}) } },
})

export const AnswerOfAServer = story(() => <AnswerFoot message={answer({ metrics: null, remote: remoteTurn() })} isLast />, { app })
export const ReportFull = story(() => <RemoteReport remote={remoteTurn()} />, { app })
export const ReportNarrow = story(() => <RemoteReport remote={remoteTurn()} />, { app, width: 340, height: 1100 })
