import { useEffect, useState } from 'react'
import type { PlanMachine } from '../../core/plan/machines/machine'
import { useApp } from '../client/use-app'

const againMs = 10_000

export function useMachine(occasion: unknown): PlanMachine | undefined {
  const host = useApp((state) => state.host)
  const [machine, setMachine] = useState<PlanMachine>()
  useEffect(() => {
    let isCurrent = true
    const measure = () => {
      if (document.hidden) return
      host?.plan.machine({ reading: 'now' }).then(
        (next) => isCurrent && setMachine(next),
        (error: unknown) => console.warn('machine', error),
      )
    }
    measure()
    const timer = setInterval(measure, againMs)
    window.addEventListener('focus', measure)
    return () => {
      isCurrent = false
      clearInterval(timer)
      window.removeEventListener('focus', measure)
    }
  }, [host, occasion])
  return machine
}
