import { CacheGauge } from '../../cache/cache-gauge'
import { CachePanel } from '../../cache/cache-panel'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { appState, failed, loading, sample, thread } from '../facts'
import { openStream } from '../fake-host'
import { panel } from '../story'

export default { title: 'Cache' }

const open = () => conversationStore.setState({ openId: 'c', thread: thread() })
const [fill] = sample.fills as [(typeof sample.fills)[number]]

export const PanelEmpty = panel(() => <CachePanel />, { app: appState({ model: { status: 'none' } }) })
export const PanelLoading = panel(() => <CachePanel />, { app: appState({ model: loading() }) })
export const PanelError = panel(() => <CachePanel />, { app: appState({ model: failed }) })
export const PanelUnused = panel(() => <CachePanel />, { app: appState(), engine: { followCache: () => openStream([]) } })
export const PanelFull = panel(() => <CachePanel />, { app: appState(), engine: { followCache: () => openStream([sample]) }, before: open })
export const PanelOverflowing = panel(() => <CachePanel />, {
  app: appState(),
  before: open,
  engine: {
    followCache: () =>
      openStream([
        {
          ...sample,
          tokens: 4096,
          spans: [{ from: 0, to: 4096, holds: 'user' as const }],
          held: { system: 0, user: 4096, assistant: 0, template: 0 },
          runs: [{ position: 0, cell: 0, cells: 4096 }],
          fills: [{ ...fill, usedCells: 4096, usedBytes: fill.allocatedBytes }],
        },
      ]),
  },
})
export const GaugeEmpty = panel(() => <CacheGauge fill={{ ...fill, usedCells: 0, usedBytes: 0 }} />, { height: 100 })
export const GaugeFull = panel(() => <CacheGauge fill={{ ...fill, usedCells: 4096, usedBytes: fill.allocatedBytes }} />, { height: 100 })
