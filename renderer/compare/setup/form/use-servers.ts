import { useEffect, useState } from 'react'
import type { SavedServer } from '../../../../core/contract/remote/servers'
import type { RemoteModel } from '../../../../core/remote/server-facts'
import { type ShownFailure, shownFailure } from '../../../client/failures'
import { useApp } from '../../../client/use-app'

/** undefined while loading. */
export function useSavedServers(): readonly SavedServer[] | undefined {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.models)
  const [servers, setServers] = useState<readonly SavedServer[]>()
  useEffect(() => {
    if (!host || revision === undefined) return
    let isCurrent = true
    host.servers.list().then(
      (list) => isCurrent && setServers(list),
      (error: unknown) => console.warn('servers', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, revision])
  return servers
}

export interface ServerModels {
  /** undefined until the server has answered. */
  readonly models: readonly RemoteModel[] | undefined
  readonly trouble: ShownFailure | undefined
  readonly askAgain: () => void
}

/** Asks the server which models it has, once for each address. */
export function useServerModels(server: SavedServer | undefined): ServerModels {
  const host = useApp((state) => state.host)
  const [answer, setAnswer] = useState<Pick<ServerModels, 'models' | 'trouble'>>({ models: undefined, trouble: undefined })
  const [tries, setTries] = useState(0)
  const { id, url } = server ?? {}
  useEffect(() => {
    setAnswer({ models: undefined, trouble: undefined })
    if (!host || id === undefined || url === undefined) return
    const leaving = new AbortController()
    const show = (next: Pick<ServerModels, 'models' | 'trouble'>) => {
      if (!leaving.signal.aborted) setAnswer(next)
    }
    host.servers.check({ id, url }, { signal: leaving.signal }).then(
      ({ models }) => show({ models, trouble: undefined }),
      (error: unknown) => show({ models: undefined, trouble: shownFailure(error) }),
    )
    return () => leaving.abort()
  }, [host, id, url, tries])
  return { ...answer, askAgain: () => setTries((count) => count + 1) }
}
