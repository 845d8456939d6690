import { useStore } from 'zustand'
import {
  type Density,
  densities,
  type FontSize,
  fontSizes,
  type NumberLanguage,
  numberLanguages,
  type Theme,
  themes,
} from '../../core/contract/app/preference-values'
import { Alert } from '../ui/alert'
import { Choice } from '../ui/controls/choice'
import { Segmented } from '../ui/controls/segmented'
import { preferenceStore, setPreferences, usePreferences } from '../window/preference-store'
import { BackendSection } from './backend-section'
import { DataSection } from './data-section'
import { PreferenceGroup, PreferenceRow } from './preference-row'
import { SessionSection } from './session-section'
import { ShortcutSection } from './shortcut-section'
import { UpdateSection } from './update-section'

export function PreferencesScreen() {
  const trouble = useStore(preferenceStore, (state) => state.trouble)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section aria-label="Preferences" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-none">
      <div className="mx-auto w-full max-w-3xl px-6 py-6">
        <h1 className="font-semibold text-xl">Preferences</h1>
        <p className="text-[13px] text-soft">Changes apply at once, in every window, and stay on this machine.</p>
        {trouble && (
          <div className="mt-4">
            <Alert tone="danger" sentence={trouble} onDismiss={() => preferenceStore.setState({ trouble: undefined })} />
          </div>
        )}
        <Looks />
        <BackendSection />
        <SessionSection />
        <DataSection />
        <UpdateSection />
        <ShortcutSection />
      </div>
    </section>
  )
}

const themeNames: Readonly<Record<Theme, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' }
const densityNames: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' }

function Looks() {
  const { theme, fontSize, density, numbers } = usePreferences((values) => values)
  return (
    <PreferenceGroup title="Looks">
      <PreferenceRow name="Theme">
        <Segmented
          label="Theme"
          value={theme}
          options={themes.map((value) => ({ value, label: themeNames[value] }))}
          onChange={(next: Theme) => void setPreferences({ theme: next })}
        />
      </PreferenceRow>
      <PreferenceRow name="Font size" note="The whole window grows with it.">
        <Segmented
          label="Font size"
          value={String(fontSize)}
          options={fontSizes.map((value) => ({ value: String(value), label: `${value} %` }))}
          onChange={(next) => void setPreferences({ fontSize: Number(next) as FontSize })}
        />
      </PreferenceRow>
      <PreferenceRow name="Density" note="How much room there is between things.">
        <Segmented
          label="Density"
          value={density}
          options={densities.map((value) => ({ value, label: densityNames[value] }))}
          onChange={(next: Density) => void setPreferences({ density: next })}
        />
      </PreferenceRow>
      <PreferenceRow name="Numbers" note="How figures and sizes are written, and what you type into number fields.">
        <span className="block w-56">
          <Choice
            label="Language of numbers"
            value={numbers}
            options={numberLanguages.map((value) => ({ value, label: numberLabel(value) }))}
            onChange={(next: NumberLanguage) => void setPreferences({ numbers: next })}
          />
        </span>
      </PreferenceRow>
      <p className="pt-2 text-[12px] text-faint">Nothing moves where the system asks for reduced motion.</p>
    </PreferenceGroup>
  )
}

/** `German (1.234.567,8)`: name and example. */
function numberLabel(language: NumberLanguage): string {
  const locale = language === 'system' ? undefined : language
  const example = new Intl.NumberFormat(locale).format(1_234_567.8)
  const name = language === 'system' ? 'As the system' : (new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language)
  return `${name} · ${example}`
}
