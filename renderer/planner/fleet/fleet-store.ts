import { createStore } from 'zustand/vanilla'
import { defaultFleet, type FleetSettings } from './fleet-settings'

export interface FleetState {
  readonly isOpen: boolean
  readonly settings: FleetSettings
}

export const fleetStore = createStore<FleetState>(() => ({ isOpen: false, settings: defaultFleet }))

export const openFleet = (): void => fleetStore.setState({ isOpen: true })

export function setFleet(change: Partial<FleetSettings>): void {
  fleetStore.setState(({ settings }) => ({ settings: { ...settings, ...change } }))
}
