import { useEffect, useState } from 'react'
import type { CacheSample } from '../../../core/contract/cache/cache'
import { granting } from '../../../core/streams/pacing'
import { newStreamId } from '../../client/app-store'
import { withNextPicture } from '../../client/shared-picture'
import { useApp } from '../../client/use-app'

/** Often enough to watch it fill; each look draws a picture that the engine's cores have to make. */
const everyMs = 1000

/** How full the caches are, now and then and only when that changes; empty while no engine runs. */
export function useCacheSamples(): readonly CacheSample[] {
  const engine = useApp((state) => state.engine)
  const [samples, setSamples] = useState<readonly CacheSample[]>([])
  useEffect(() => {
    if (!engine) {
      setSamples([])
      return
    }
    const leaving = new AbortController()
    const streamId = newStreamId()
    const follow = async () => {
      const stream = await engine.followCache({ streamId, everyMs }, { signal: leaving.signal })
      for await (const next of granting(stream, (received) => engine.grant({ streamId, received })))
        await withNextPicture(() => setSamples(next))
    }
    follow().catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn('cache samples', error)
    })
    return () => leaving.abort()
  }, [engine])
  return samples
}
