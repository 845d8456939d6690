import { useStore } from 'zustand'
import {
  type Density,
  densities,
  type FontSize,
  fontSizes,
  type Language,
  languages,
  type NumberLanguage,
  numberLanguages,
  type Theme,
  themes,
} from '../../core/contract/app/preference-values'
import { copy } from '../../core/copy/copy'
import { withPercentSign } from '../../core/text/number-language'
import { FailureAlert } from '../ui/alert'
import { Choice } from '../ui/controls/choice'
import { Segmented } from '../ui/controls/segmented'
import { ToggleSwitch } from '../ui/controls/toggle-switch'
import { focusSoon } from '../window/focus-soon'
import { preferenceStore, setPreferences, usePreferences } from '../window/preference-store'
import { ApiSection } from './api-section'
import { BackendSection } from './backend-section'
import { ConversationSection } from './conversation-section'
import { DataSection } from './data-section'
import { PreferenceGroup, PreferenceRow } from './preference-row'
import { SessionSection } from './session-section'
import { ShortcutSection } from './shortcut-section'
import { UpdateSection } from './update-section'

export function PreferencesScreen() {
  const trouble = useStore(preferenceStore, (state) => state.trouble)
  const details = usePreferences((values) => values.details)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section aria-label={copy.preferences.title} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-none">
      <div className="mx-auto w-full max-w-3xl px-6 py-6">
        <h1 className="font-semibold text-xl">{copy.preferences.title}</h1>
        <p className="text-[13px] text-soft">{copy.preferences.note}</p>
        {trouble && (
          <div className="mt-4">
            <FailureAlert failure={trouble} onDismiss={() => preferenceStore.setState({ trouble: undefined })} />
          </div>
        )}
        <Appearance />
        <ConversationSection />
        {details && <ForExperts />}
        <DataSection />
        <UpdateSection />
        <ShortcutSection />
        {!details && (
          <details className="mt-7">
            <summary className="cursor-pointer font-medium">{copy.app.sidebar.experts}</summary>
            <ForExperts />
          </details>
        )}
      </div>
    </section>
  )
}

const ForExperts = () => (
  <>
    <BackendSection />
    <SessionSection />
    <ApiSection />
  </>
)

function Appearance() {
  const { language, theme, fontSize, density, details, numbers } = usePreferences((values) => values)
  const text = copy.preferences.appearance
  return (
    <PreferenceGroup title={text.title}>
      <PreferenceRow name={text.language}>
        <Segmented
          label={text.language}
          value={language}
          options={languages.map((value) => ({ value, label: value === 'system' ? text.system : text.languages[value] }))}
          onChange={(next: Language) => {
            void setPreferences({ language: next })
            // Changing the language redraws the whole screen, so the button loses focus.
            focusSoon(`[aria-label="${copy.preferences.appearance.language}"] [aria-pressed="true"]`)
          }}
        />
      </PreferenceRow>
      <PreferenceRow name={text.theme}>
        <Segmented
          label={text.theme}
          value={theme}
          options={themes.map((value) => ({ value, label: value === 'system' ? text.system : text.themes[value] }))}
          onChange={(next: Theme) => void setPreferences({ theme: next })}
        />
      </PreferenceRow>
      <PreferenceRow name={text.fontSize} note={text.fontSizeNote}>
        <Segmented
          label={text.fontSize}
          value={String(fontSize)}
          options={fontSizes.map((value) => ({ value: String(value), label: withPercentSign(String(value)) }))}
          onChange={(next) => void setPreferences({ fontSize: Number(next) as FontSize })}
        />
      </PreferenceRow>
      <PreferenceRow name={text.density} note={text.densityNote}>
        <Segmented
          label={text.density}
          value={density}
          options={densities.map((value) => ({ value, label: text.densities[value] }))}
          onChange={(next: Density) => void setPreferences({ density: next })}
        />
      </PreferenceRow>
      <PreferenceRow name={copy.cache.card.details} note={copy.cache.card.detailsMeaning} isSwitch>
        <ToggleSwitch label={copy.cache.card.details} checked={details} onChange={(next) => void setPreferences({ details: next })} />
      </PreferenceRow>
      <PreferenceRow name={text.numbers} note={text.numbersNote}>
        <span className="block w-56">
          <Choice
            label={text.numbers}
            value={numbers}
            options={numberLanguages.map((value) => ({ value, label: numberLabel(value) }))}
            onChange={(next: NumberLanguage) => void setPreferences({ numbers: next })}
          />
        </span>
      </PreferenceRow>
      <p className="pt-2 text-[12px] text-faint">{text.motion}</p>
    </PreferenceGroup>
  )
}

/** Such as `German · 1.234.567,8`. */
function numberLabel(language: NumberLanguage): string {
  const locale = language === 'system' ? undefined : language
  const example = new Intl.NumberFormat(locale).format(1_234_567.8)
  const name = language === 'system' ? copy.preferences.appearance.system : copy.preferences.appearance.languageName(language)
  return `${name} · ${example}`
}
