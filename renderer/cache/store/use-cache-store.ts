import { useEffect, useState } from 'react'
import type { CacheStore } from '../../../core/contract/cache/prefixes'
import { follow } from '../../../core/streams/follow'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { withNextFrame } from '../../client/shared-frame'
import { useApp } from '../../client/use-app'

/** Listing what is stored takes processor time from the engine. */
const everyMs = 1000

export type FollowedStore =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: ShownFailure }
  | { readonly status: 'known'; readonly store: CacheStore }

export function useCacheStore(): FollowedStore {
  const host = useApp((state) => state.host)
  const [followed, setFollowed] = useState<FollowedStore>({ status: 'loading' })
  useEffect(() => {
    if (!host) return
    const leaving = new AbortController()
    const show = async () => {
      for await (const store of follow(host, host.prefixes.follow, { everyMs }, leaving.signal))
        await withNextFrame(() => setFollowed({ status: 'known', store }))
    }
    show().catch((error: unknown) => {
      if (!leaving.signal.aborted) setFollowed({ status: 'failed', failure: shownFailure(error) })
    })
    return () => leaving.abort()
  }, [host])
  return followed
}
