/** Local storage has a copy of the preferences, because the first paint needs the appearance before the host answers. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { defaultPreferences, type PreferenceValues } from '../../core/contract/app/preference-values'
import { coded } from '../../core/contract/errors/coded-error'
import { speak, spokenLanguage } from '../../core/copy/copy'
import { setNumberLanguage } from '../../core/text/number-language'
import { appStore } from '../client/app-store'
import { type ShownFailure, shownFailure } from '../client/failures'

export interface PreferenceState {
  readonly values: PreferenceValues
  readonly trouble: ShownFailure | undefined
}

const key = 'headroom-preferences'

/** Returns the defaults if the stored text is not JSON. */
function remembered(): PreferenceValues {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return {
      ...defaultPreferences,
      ...(typeof stored === 'object' && stored !== null ? (stored as Partial<PreferenceValues>) : {}),
      shortcuts: {},
    }
  } catch {
    return defaultPreferences
  }
}

export const preferenceStore = createStore<PreferenceState>(() => ({ values: remembered(), trouble: undefined }))
export const usePreferences = <T>(select: (values: PreferenceValues) => T): T => useStore(preferenceStore, (state) => select(state.values))

const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

/** Call it before the first paint. */
export function applyPreferences(): void {
  const apply = () => {
    const { theme, fontSize, density, language, numbers } = preferenceStore.getState().values
    const { dataset, style } = document.documentElement
    dataset.theme = theme === 'system' ? (systemDark.matches ? 'dark' : 'light') : theme
    dataset.density = density
    style.fontSize = fontSize === 100 ? '' : `${fontSize}%`
    style.setProperty('--font-scale', String(fontSize / 100))
    const spoken = spokenLanguage(language, navigator.languages)
    speak(spoken)
    document.documentElement.lang = spoken
    setNumberLanguage(numbers)
  }
  apply()
  systemDark.addEventListener('change', apply)
  preferenceStore.subscribe(({ values }) => {
    apply()
    const { shortcuts: _, ...looks } = values
    localStorage.setItem(key, JSON.stringify(looks))
  })
}

export function followPreferences(): () => void {
  let known: { host: unknown; revision: number | undefined } = { host: undefined, revision: undefined }
  return appStore.subscribe(({ host, app }) => {
    const revision = app?.revisions.preferences
    if (!host || revision === undefined || (known.host === host && known.revision === revision)) return
    known = { host, revision }
    host.preferences.read().then(
      (values) => preferenceStore.setState({ values: values as PreferenceValues }),
      (error: unknown) => console.warn('preferences', error),
    )
  })
}

/** Applies changes at once. Reverts and reports a refused change. */
export async function setPreferences(change: Partial<PreferenceValues>): Promise<void> {
  const { values } = preferenceStore.getState()
  preferenceStore.setState({ values: { ...values, ...change }, trouble: undefined })
  try {
    const { host } = appStore.getState()
    if (!host) throw coded('not-connected', {})
    await host.preferences.write(change as never)
  } catch (error) {
    preferenceStore.setState({ values, trouble: shownFailure(error) })
  }
}
