import { useStore } from 'zustand'
import { type AppStoreState, appStore } from './app-store'

export const useApp = <T>(select: (state: AppStoreState) => T): T => useStore(appStore, select)
