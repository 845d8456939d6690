/**
 * The cache of StreamingLLM, which llama.cpp does not have: layers with full attention keep only the first tokens (attention sinks) and the
 * last ones.
 *
 * Source: Xiao et al., "Efficient Streaming Language Models with Attention Sinks", 2023; defaults of examples/run_streaming_llama.py in
 * mit-han-lab/streaming-llm.
 */
import type { CacheShape, CacheTemplate, ReleaseShape } from '../../kv/shape/cache-shape'
import type { PlanSubject } from '../plan-subject'

export interface SinkWindow {
  readonly sinkTokens: number
  readonly windowTokens: number
}

export const defaultSinkWindow: SinkWindow = { sinkTokens: 4, windowTokens: 2000 }

export function withSinkWindow<Subject extends PlanSubject>(subject: Subject, sinks: SinkWindow | null): Subject {
  if (!sinks) return subject
  return { ...subject, shape: mapCaches(subject.shape, (cache) => sinkCache(cache, sinks)) }
}

const sinkCache = (cache: CacheTemplate, sinks: SinkWindow): CacheTemplate =>
  cache.kind === 'full' && cache.cells.by === 'context' ? { ...cache, kind: 'sinks', cells: { by: 'sinks', ...sinks } } : cache

export const hasFullLayers = ({ releases }: CacheShape): boolean =>
  Object.values(releases).some(
    (release) => 'caches' in release && release.caches.some(({ kind, cells }) => kind === 'full' && cells.by === 'context'),
  )

function mapCaches(shape: CacheShape, change: (cache: CacheTemplate) => CacheTemplate): CacheShape {
  const mapped = Object.entries(shape.releases).map(([release, of]) => [
    release,
    'unloadable' in of ? of : ({ ...of, caches: of.caches.map(change) } satisfies ReleaseShape),
  ])
  return { ...shape, releases: Object.fromEntries(mapped) as CacheShape['releases'] }
}
