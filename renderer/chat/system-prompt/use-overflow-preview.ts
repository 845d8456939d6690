import { useEffect, useState } from 'react'
import type { OverflowPreview, OverflowSettings } from '../../../core/contract/settings/overflow'
import { useApp } from '../../client/use-app'
import { useIsAnswering } from '../conversation/use-is-answering'

const debounceMs = 200

export function useOverflowPreview(conversationId: string, overflow: OverflowSettings | null): OverflowPreview | undefined {
  const host = useApp((state) => state.host)
  const isReady = useApp(({ app }) => app?.model.status === 'ready')
  const isAnswering = useIsAnswering()
  const [preview, setPreview] = useState<OverflowPreview>()
  const asked = overflow && isReady && !isAnswering ? JSON.stringify(overflow) : null
  useEffect(() => {
    if (!host || asked === null) {
      setPreview(undefined)
      return
    }
    const leaving = new AbortController()
    const ask = () =>
      host.conversations
        .previewOverflow({ conversationId, overflow: JSON.parse(asked) as OverflowSettings }, { signal: leaving.signal })
        .then(
          (answer) => !leaving.signal.aborted && setPreview(answer),
          // The form reports invalid settings.
          () => !leaving.signal.aborted && setPreview(undefined),
        )
    const timer = setTimeout(ask, debounceMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [host, conversationId, asked])
  return asked === null ? undefined : preview
}
