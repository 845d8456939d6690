import { useEffect, useState } from 'react'
import type { SendPreview } from '../../../core/contract/chat/turn'
import { useApp } from '../../client/use-app'
import { useIsAnswering } from './use-is-answering'

export interface UnsentChange {
  readonly conversationId: string
  readonly replacesId?: string
  readonly text?: string
  readonly systemPrompt?: string
}

const debounceMs = 300

/** Asks the engine what it would have to process after `change`. */
export function useSendPreview(change: UnsentChange | null): SendPreview | undefined {
  const host = useApp((state) => state.host)
  const isReady = useApp(({ app }) => app?.model.status === 'ready')
  const isAnswering = useIsAnswering()
  const [preview, setPreview] = useState<SendPreview>()
  const asked = change && isReady && !isAnswering ? JSON.stringify(change) : null
  useEffect(() => {
    if (!host || asked === null) {
      setPreview(undefined)
      return
    }
    const leaving = new AbortController()
    const ask = () =>
      host.turns.previewReuse(JSON.parse(asked) as UnsentChange, { signal: leaving.signal }).then(
        (answer) => !leaving.signal.aborted && setPreview(answer),
        // If the preview fails, sending reports the error.
        () => !leaving.signal.aborted && setPreview(undefined),
      )
    const timer = setTimeout(ask, debounceMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [host, asked])
  return asked === null ? undefined : preview
}
