import type { ReactNode } from 'react'
import '../workshop.css'

/** The toolbar chooses the theme of a story; `&globals=theme:dark` in the address does too. */
export default {
  parameters: { layout: 'fullscreen' },
  globalTypes: {
    theme: { toolbar: { title: 'Theme', icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true } },
  },
  initialGlobals: { theme: 'light' },
  decorators: [
    (show: () => ReactNode, { globals }: { readonly globals: { readonly theme: string } }) => {
      document.documentElement.dataset.theme = globals.theme
      return show()
    },
  ],
}
