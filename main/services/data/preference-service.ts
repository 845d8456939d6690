import { defaultPreferences, isPort, type PreferenceValues } from '../../../core/contract/app/preference-values'
import { preferences } from '../../../core/contract/app/preferences'
import type { ShortcutProblem } from '../../../core/contract/errors/app-reasons'
import { coded } from '../../../core/contract/errors/coded-error'
import { firstProblem, type ShortcutHost, shortcutsInUse } from '../../../core/shortcuts/shortcuts'
import { Emitter } from '../../../core/streams/emitter'
import { setNumberLanguage } from '../../../core/text/number-language'
import type { Preferences } from '../../store/preferences'
import type { AppStateHolder } from '../common/app-state'

const key = 'preferences'

type PreferenceChange = { readonly [Name in keyof PreferenceValues]?: PreferenceValues[Name] | undefined }

export class PreferenceService {
  readonly changed = new Emitter<PreferenceValues>()
  private current: PreferenceValues

  constructor(
    private readonly store: Preferences,
    private readonly state: AppStateHolder,
    private readonly host: ShortcutHost,
  ) {
    this.current = this.readStored()
    this.use(this.current)
  }

  get values(): PreferenceValues {
    return this.current
  }

  /** Stores nothing if it throws `shortcut-refused` or `api-port-refused`. */
  write(change: PreferenceChange): PreferenceValues {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const next: PreferenceValues = { ...this.current, ...given }
    if (next.apiPort !== null && !isPort(next.apiPort)) throw coded('api-port-refused', { typed: String(next.apiPort) })
    const problem = this.problemWith(next.shortcuts)
    if (problem) throw coded('shortcut-refused', { reason: problem })
    this.store.set(key, next)
    this.use(next)
    return next
  }

  reset(): void {
    this.use(defaultPreferences)
  }

  private problemWith(own: PreferenceValues['shortcuts']): ShortcutProblem | undefined {
    return firstProblem({ host: this.host, isMac: process.platform === 'darwin' }, shortcutsInUse(this.host, own))
  }

  private use(values: PreferenceValues): void {
    this.current = values
    setNumberLanguage(values.numbers)
    this.changed.emit(values)
    this.state.changed('preferences')
  }

  private readStored(): PreferenceValues {
    const stored = this.store.get(key)
    if (stored === undefined) return defaultPreferences
    const fields = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
    const read = { ...defaultPreferences }
    if (fields !== stored) this.state.notify({ code: 'preferences-fell-back', facts: { names: [] } })
    const fellBack: string[] = []
    for (const [name, schema] of Object.entries(preferences.shape)) {
      if (!(name in fields)) continue
      const result = schema.safeParse(fields[name])
      if (result.success) Object.assign(read, { [name]: result.data })
      else fellBack.push(name)
    }
    if (this.problemWith(read.shortcuts)) {
      Object.assign(read, { shortcuts: {} })
      fellBack.push('shortcuts')
    }
    if (fellBack.length > 0) this.state.notify({ code: 'preferences-fell-back', facts: { names: fellBack } })
    return read
  }
}
