import { useEffect, useState } from 'react'
import type { CacheSample } from '../../../core/contract/cache/cache'
import { follow } from '../../../core/streams/follow'
import { withNextFrame } from '../../client/shared-frame'
import { useApp } from '../../client/use-app'

/** Each sample causes a redraw, which takes processor time from the engine. */
const everyMs = 1000

export function useCacheSamples(): readonly CacheSample[] {
  const engine = useApp((state) => state.engine)
  const [samples, setSamples] = useState<readonly CacheSample[]>([])
  useEffect(() => {
    if (!engine) {
      setSamples([])
      return
    }
    const leaving = new AbortController()
    const show = async () => {
      for await (const next of follow(engine, engine.followCache, { everyMs }, leaving.signal)) await withNextFrame(() => setSamples(next))
    }
    show().catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn('cache samples', error)
    })
    return () => leaving.abort()
  }, [engine])
  return samples
}
