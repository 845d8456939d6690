import { createElement, Fragment, type ReactNode } from 'react'
import { type SpokenLanguage, speak } from '../../../core/copy/copy'
import { setNumberLanguage } from '../../../core/text/number-language'
import '../workshop.css'

interface Globals {
  readonly theme: string
  readonly language: SpokenLanguage
}

/** The toolbar or the address (`&globals=theme:dark;language:de`) selects theme and language. */
export default {
  parameters: { layout: 'fullscreen' },
  globalTypes: {
    theme: { toolbar: { title: 'Theme', icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true } },
    language: { toolbar: { title: 'Language', icon: 'globe', items: ['en', 'de'], dynamicTitle: true } },
  },
  initialGlobals: { theme: 'light', language: 'en' },
  decorators: [
    (show: () => ReactNode, { globals: { theme, language } }: { readonly globals: Globals }) => {
      document.documentElement.dataset.theme = theme
      speak(language)
      setNumberLanguage(language)
      return createElement(Fragment, { key: language }, show())
    },
  ],
}
