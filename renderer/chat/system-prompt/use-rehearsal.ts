/** Asks the engine what an overflow policy would do to the open conversation, shortly after the last change. */
import { useEffect, useState } from 'react'
import type { OverflowRehearsal, OverflowSettings } from '../../../core/contract/settings/overflow'
import { useApp } from '../../client/use-app'
import { useIsAnswering } from '../conversation/use-is-answering'

const debounceMs = 200

/** Returns undefined while the answer is unknown. `overflow` null: asks nothing. */
export function useRehearsal(conversationId: string, overflow: OverflowSettings | null): OverflowRehearsal | undefined {
  const host = useApp((state) => state.host)
  const isReady = useApp(({ app }) => app?.model.status === 'ready')
  const isAnswering = useIsAnswering()
  const [rehearsal, setRehearsal] = useState<OverflowRehearsal>()
  const asked = overflow && isReady && !isAnswering ? JSON.stringify(overflow) : null
  useEffect(() => {
    if (!host || asked === null) {
      setRehearsal(undefined)
      return
    }
    const leaving = new AbortController()
    const ask = () =>
      host.conversations.rehearse({ conversationId, overflow: JSON.parse(asked) as OverflowSettings }, { signal: leaving.signal }).then(
        (answer) => !leaving.signal.aborted && setRehearsal(answer),
        // The form reports invalid settings.
        () => !leaving.signal.aborted && setRehearsal(undefined),
      )
    const timer = setTimeout(ask, debounceMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [host, conversationId, asked])
  return asked === null ? undefined : rehearsal
}
