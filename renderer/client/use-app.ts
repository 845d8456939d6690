import { useStore } from 'zustand'
import { type AppStoreState, appStore } from './app-store'

/** A part of what this window knows of the app; redraws only when that part changes. */
export const useApp = <T>(select: (state: AppStoreState) => T): T => useStore(appStore, select)
