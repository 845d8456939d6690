import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { preferenceStore } from './preference-store'

export type Screen = 'chat' | 'models' | 'planner' | 'compare' | 'lab' | 'requests' | 'preferences'
const panels = ['cache', 'settings', 'events'] as const
export type Panel = (typeof panels)[number]

const settingGroups = ['all', 'cache', 'advanced'] as const
export type SettingGroupName = (typeof settingGroups)[number]

export interface WindowState {
  readonly screen: Screen
  readonly panel: Panel
  readonly panelOpen: boolean
  /** The conversation list is open over the thread of a narrow window. */
  readonly listOpen: boolean
  /** In a wide window. */
  readonly sidebarFolded: boolean
  readonly paletteOpen: boolean
  readonly modelChoiceOpen: boolean
  readonly help: 'first-steps' | 'terms' | 'about' | null
  /** The open groups of the model's settings. */
  readonly openSettings: readonly SettingGroupName[]
  /** The ids of folders of conversations. */
  readonly closedFolders: readonly string[]
}

const key = 'headroom-window'
/** Pixels at the default font size. In narrower windows, the panel starts closed. */
const roomyWidth = 1080
const isRoomy = (): boolean => window.innerWidth >= roomyWidth * (preferenceStore.getState().values.fontSize / 100)

function remembered(): Partial<WindowState> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const { panelOpen, panel, sidebarFolded, openSettings, closedFolders } = (
      typeof value === 'object' && value !== null ? value : {}
    ) as Partial<WindowState>
    return {
      ...(typeof panelOpen === 'boolean' ? { panelOpen } : {}),
      ...(typeof sidebarFolded === 'boolean' ? { sidebarFolded } : {}),
      ...(Array.isArray(openSettings) ? { openSettings: settingGroups.filter((name) => openSettings.includes(name)) } : {}),
      ...(Array.isArray(closedFolders) ? { closedFolders: closedFolders.filter((id) => typeof id === 'string') } : {}),
      ...(panels.some((name) => name === panel) && panel ? { panel } : {}),
    }
  } catch {
    return {}
  }
}

export const windowStore = createStore<WindowState>(() => ({
  screen: 'chat',
  panel: 'cache',
  panelOpen: isRoomy(),
  listOpen: false,
  sidebarFolded: false,
  paletteOpen: false,
  modelChoiceOpen: false,
  help: null,
  openSettings: [],
  closedFolders: [],
  ...remembered(),
}))
// A desktop window that is not visible yet may have no width.
if (window.innerWidth === 0 && remembered().panelOpen === undefined)
  window.addEventListener('resize', () => windowStore.setState({ panelOpen: isRoomy() }), { once: true })
windowStore.subscribe(({ panel, panelOpen, sidebarFolded, openSettings, closedFolders }) =>
  localStorage.setItem(key, JSON.stringify({ panel, panelOpen, sidebarFolded, openSettings, closedFolders })),
)

export const useWindow = <T>(select: (state: WindowState) => T): T => useStore(windowStore, select)
export const showScreen = (screen: Screen): void => windowStore.setState({ screen, listOpen: false })
export const showPanel = (panel: Panel): void => windowStore.setState({ panel, panelOpen: true, screen: 'chat', listOpen: false })
export const togglePanel = (): void => windowStore.setState(({ panelOpen }) => ({ panelOpen: !panelOpen }))
export const showPanelAgain = (): void => windowStore.setState({ panelOpen: true })
export const closePanel = (): void => windowStore.setState({ panelOpen: false })
export const showList = (listOpen: boolean): void => windowStore.setState({ listOpen })
export const foldSidebar = (sidebarFolded: boolean): void => windowStore.setState({ sidebarFolded, listOpen: false })
export const foldSettings = (group: SettingGroupName, isOpen: boolean): void =>
  windowStore.setState(({ openSettings }) => ({
    openSettings: settingGroups.filter((name) => (name === group ? isOpen : openSettings.includes(name))),
  }))
export const closeFolder = (id: string, isClosed: boolean): void =>
  windowStore.setState(({ closedFolders }) => ({
    closedFolders: [...closedFolders.filter((one) => one !== id), ...(isClosed ? [id] : [])],
  }))
export const showPalette = (paletteOpen: boolean): void => windowStore.setState({ paletteOpen })
export const togglePalette = (): void => windowStore.setState(({ paletteOpen }) => ({ paletteOpen: !paletteOpen }))
export const showHelp = (help: WindowState['help']): void => windowStore.setState({ help })
export const showModelChoice = (modelChoiceOpen: boolean): void => windowStore.setState({ modelChoiceOpen })
