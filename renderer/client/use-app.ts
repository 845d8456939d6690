import { useStore } from 'zustand'
import { type AppStoreState, appStore } from './app-store'

/** Selects a part of the app store; rerenders only if that part changes. */
export const useApp = <T>(select: (state: AppStoreState) => T): T => useStore(appStore, select)
