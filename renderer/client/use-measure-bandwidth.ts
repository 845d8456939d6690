import { useState } from 'react'
import { appStore } from './app-store'
import { type ShownFailure, shownFailure } from './failures'
import { useApp } from './use-app'

export interface MeasuringBandwidth {
  readonly isMeasuring: boolean
  readonly trouble: ShownFailure | undefined
  readonly measure: () => void
  readonly dismiss: () => void
}

export function useMeasureBandwidth(): MeasuringBandwidth {
  const isMeasuring = useApp((state) => state.app?.bandwidth.isMeasuring ?? false)
  const [trouble, setTrouble] = useState<ShownFailure>()
  const measure = async () => {
    setTrouble(undefined)
    try {
      await appStore.getState().host?.bandwidth.measure()
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  return { isMeasuring, trouble, measure: () => void measure(), dismiss: () => setTrouble(undefined) }
}
