import { useStore } from 'zustand'
import type { StoredPrefix } from '../../../core/contract/cache/prefixes'
import { copy } from '../../../core/copy/copy'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { useRequestClients } from '../../requests/state/use-request-clients'
import { cutName } from '../../ui/charts/row-shape'

export type NameOf = (prefix: StoredPrefix) => string

const shortCharacters = 60

/** What the user called it, or its conversation's title, or the client of its request, or its first words. */
export function useNameOf(): NameOf {
  const list = useStore(conversationStore, (state) => state.list)
  const clientOf = useRequestClients()
  return ({ name, conversationId, firstWords }) => {
    const title = list.find(({ id }) => id === conversationId)?.title
    const client = clientOf(conversationId)
    const request = client === undefined ? '' : copy.cache.store.table.request(client)
    return cutName(name || title || request || firstWords, shortCharacters) || copy.cache.store.table.noConversation
  }
}
