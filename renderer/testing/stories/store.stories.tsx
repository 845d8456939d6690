import type { CacheStore } from '../../../core/contract/cache/prefixes'
import { coded } from '../../../core/contract/errors/coded-error'
import { StoreView } from '../../cache/store/store-view'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { appState } from '../facts'
import { openStream } from '../fake-host'
import { cacheStore, diskOnlyStore, emptyStore, overflowingStore, storeConversations } from '../store-facts'
import { story, type World } from '../story'

export default { title: 'Cache store' }

const view = () => (
  <div className="flex min-h-0 flex-1 flex-col bg-panel p-4">
    <StoreView />
  </div>
)
const named = () => conversationStore.setState({ list: storeConversations })
const showing = (store: CacheStore, change: World = {}) =>
  story(view, {
    width: 1248,
    height: 900,
    app: appState(),
    host: { prefixes: { follow: () => openStream(store), rename: () => ({}), pin: () => ({}) } },
    before: named,
    ...change,
  })

export const StoreEmpty = showing(emptyStore)
export const StoreLoading = showing(emptyStore, { host: {} })
export const StoreError = showing(emptyStore, {
  host: {
    prefixes: {
      follow: () => {
        throw coded('engine-gone', { reason: { kind: 'closed' } })
      },
    },
  },
})
export const StoreProcessing = showing(cacheStore, {
  host: {
    prefixes: {
      follow: () => openStream(cacheStore),
      process: () => {
        throw coded('prefix-too-short', { tokens: 12, leastTokens: 64 })
      },
    },
  },
})
export const StoreFull = showing(cacheStore)
export const StoreNarrow = showing(cacheStore, { width: 868, height: 1000 })
export const StoreOverflowing = showing(overflowingStore, { width: 868, height: 1600 })
export const StoreWithoutModel = showing(diskOnlyStore, { app: appState({ model: { status: 'none' } }) })
