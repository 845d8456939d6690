import { useMemo } from 'react'
import { firstAttended, slidingWindowOf } from '../../../core/cells/attended'
import type { CacheKind } from '../../../core/contract/cache/cache'
import { useApp } from '../../client/use-app'
import { useCacheShape } from '../../settings/use-cache-shape'

/** 0 if the next token attends to all cells, or if the window is not known. */
export function useFirstAttended(kind: CacheKind | undefined, tokens: number): number {
  const modelId = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.file.id : ''))
  const shape = useCacheShape(modelId)
  const window = useMemo(() => shape && slidingWindowOf(shape), [shape])
  return kind === 'sliding' && window ? firstAttended(tokens, window) : 0
}
