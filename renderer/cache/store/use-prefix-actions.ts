import { useState } from 'react'
import type { StoredPrefix } from '../../../core/contract/cache/prefixes'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import type { HostClient } from '../../client/transport'

export interface PrefixActions {
  readonly failure: ShownFailure | null
  readonly dismissFailure: () => void
  readonly asked: StoredPrefix | null
  readonly askToRemove: (prefix: StoredPrefix | null) => void
  readonly pin: (prefix: StoredPrefix, isPinned: boolean) => Promise<void>
  readonly rename: (prefix: StoredPrefix, name: string) => Promise<void>
  readonly warm: (prefix: StoredPrefix) => Promise<void>
  readonly save: (prefix: StoredPrefix) => Promise<void>
  readonly remove: (prefix: StoredPrefix) => Promise<void>
}

export function usePrefixActions(): PrefixActions {
  const [failure, setFailure] = useState<ShownFailure | null>(null)
  const [asked, askToRemove] = useState<StoredPrefix | null>(null)
  const run = async (action: (prefixes: HostClient['prefixes']) => Promise<unknown>) => {
    setFailure(null)
    try {
      await action((await connectedHost()).prefixes)
    } catch (error) {
      setFailure(shownFailure(error))
    }
  }
  return {
    failure,
    dismissFailure: () => setFailure(null),
    asked,
    askToRemove,
    pin: ({ id: prefixId }, isPinned) => run((prefixes) => prefixes.pin({ prefixId, isPinned })),
    rename: ({ id: prefixId }, name) => run((prefixes) => prefixes.rename({ prefixId, name })),
    warm: ({ id: prefixId }) => run((prefixes) => prefixes.warm({ prefixId })),
    save: ({ id: prefixId }) => run((prefixes) => prefixes.save({ prefixId })),
    remove: ({ id: prefixId }) => run((prefixes) => prefixes.remove({ prefixId })),
  }
}
