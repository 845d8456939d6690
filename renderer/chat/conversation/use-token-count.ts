import { useEffect, useState } from 'react'
import { TokenCounter } from '../../../core/text/token-counter'
import type { EngineClient } from '../../client/transport'
import { useApp } from '../../client/use-app'

export interface TokenCount {
  /** The text that was counted. The field may have newer text. */
  readonly of: string
  readonly tokens: number
  /** Counted so far, 0 to 1. */
  readonly share: number
}

const debounceMs = 250
const shownEveryMs = 200

let current: { readonly engine: EngineClient; readonly model: string; readonly counter: TokenCounter } | undefined

function counterOf(engine: EngineClient, model: string): TokenCounter {
  if (current?.engine !== engine || current.model !== model)
    current = { engine, model, counter: new TokenCounter(async (text) => (await engine.countTokens({ text })).tokens) }
  return current.counter
}

export function useTokenCount(text: string): TokenCount | undefined {
  const engine = useApp((state) => state.engine)
  const model = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.file.id : undefined))
  const [count, setCount] = useState<TokenCount>()
  useEffect(() => {
    if (!engine || model === undefined || text === '') {
      setCount(undefined)
      return
    }
    const leaving = new AbortController()
    let shownAt = performance.now()
    const show = (tokens: number, share: number) => {
      if (share < 1 && performance.now() - shownAt < shownEveryMs) return
      shownAt = performance.now()
      setCount({ of: text, tokens, share })
    }
    const begin = () =>
      void counterOf(engine, model)
        .count(text, leaving.signal, show)
        .catch(() => setCount(undefined))
    const timer = setTimeout(begin, debounceMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [engine, model, text])
  return text === '' ? undefined : count
}
