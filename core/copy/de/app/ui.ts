import type { ui as english, NumberFacts } from '../../en/app/ui'

const range = ({ name, whole, least, most }: NumberFacts): string =>
  `${name}: Erwartet wird eine ${whole ? 'ganze Zahl' : 'Zahl'} von ${least} bis ${most}`

export const ui: typeof english = {
  dismiss: 'Schließen',
  copied: 'Kopiert',
  moreAbout: (subject) => `Mehr zu ${subject}`,

  figure: {
    label: (name, exact) => `${name}: ${exact}, kopieren`,
    hint: (tip) => `${tip}, Klick kopiert`,
    copied: (tip) => `${tip}: kopiert`,
    bytes: (count, isEstimate) => `${isEstimate ? 'etwa ' : ''}${count} Byte`,
  },

  chart: {
    asSvg: (title) => `${title} als SVG`,
    asPng: (title) => `${title} als PNG`,
  },

  number: {
    range: (facts) => `${range(facts)}.`,
    notANumber: (facts, typed) => `${range(facts)}. „${typed}“ ist keine Zahl.`,
    fraction: (facts) => `${range(facts)}, ohne Nachkommastellen.`,
    outside: (facts, typed) => `${range(facts)}, nicht ${typed}.`,
  },

  unexpected: { what: 'Das hat nicht geklappt.', todo: 'Headroom wurde beendet oder hat einen Fehler. Versuchen Sie es noch einmal.' },
}
