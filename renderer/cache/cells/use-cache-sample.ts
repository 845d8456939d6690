import { useEffect, useState } from 'react'
import type { CacheSample } from '../../../core/contract/cache/cache'
import { granting } from '../../../core/streams/pacing'
import { newStreamId } from '../../client/app-store'
import { withNextPicture } from '../../client/shared-picture'
import { useApp } from '../../client/use-app'

/** Often enough to watch a cache fill; every sample costs a redraw on the engine's cores. */
const everyMs = 1000

/** Polls the caches and updates only on change; empty while no engine runs. */
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
