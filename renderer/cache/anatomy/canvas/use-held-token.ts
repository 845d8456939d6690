import { useEffect, useState } from 'react'
import { type HeldCells, positionIn } from '../../../../core/cells/cell-codes'
import type { HeldToken } from '../../../../core/contract/cache/cache'
import { useApp } from '../../../client/use-app'

const restMs = 60

export function useHeldToken(sequence: number | undefined, held: HeldCells, cell: number | undefined): HeldToken | undefined {
  const engine = useApp((state) => state.engine)
  const [found, setFound] = useState<{ readonly position: number; readonly token: HeldToken }>()
  const position = cell === undefined ? undefined : positionIn(held, cell)
  useEffect(() => {
    if (!engine || sequence === undefined || position === undefined) return
    let isCurrent = true
    const timer = setTimeout(() => {
      engine.tokensAt({ sequence, from: position, to: position + 1 }).then(
        ([token]) => isCurrent && token && setFound({ position, token }),
        (error: unknown) => isCurrent && console.warn('token', error),
      )
    }, restMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [engine, sequence, position])
  return found && found.position === position ? found.token : undefined
}
