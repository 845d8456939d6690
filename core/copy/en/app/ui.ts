export const ui = {
  dismiss: 'Dismiss',
  copied: 'Copied',
  moreAbout: (subject: string): string => `More about ${subject}`,

  figure: {
    label: (name: string, exact: string): string => `${name}: ${exact}, copy`,
    hint: (tip: string): string => `${tip} (click to copy)`,
    copied: (tip: string): string => `${tip}: copied`,
    bytes: (count: string, isEstimate: boolean): string => `${isEstimate ? 'about ' : ''}${count} bytes`,
  },

  chart: {
    asSvg: (title: string): string => `${title} as SVG`,
    asPng: (title: string): string => `${title} as PNG`,
  },

  /** `least` and `most` are already formatted. */
  number: {
    range: ({ name, whole, least, most }: NumberFacts): string =>
      `${name} must be a ${whole ? 'whole number' : 'number'} from ${least} to ${most}.`,
    notANumber: ({ name, whole, least, most }: NumberFacts, typed: string): string =>
      `${name} must be a ${whole ? 'whole number' : 'number'} from ${least} to ${most}. “${typed}” is not a number.`,
    fraction: ({ name, least, most }: NumberFacts): string => `${name} must be a whole number from ${least} to ${most}.`,
    outside: ({ name, whole, least, most }: NumberFacts, typed: string): string =>
      `${name} must be a ${whole ? 'whole number' : 'number'} from ${least} to ${most}, not ${typed}.`,
  },

  /** Shown for an error without a failure code. */
  unexpected: { what: 'That did not work.', todo: 'Headroom may have closed, or you may have found a bug. Try again.' },
}

export interface NumberFacts {
  readonly name: string
  readonly whole: boolean
  readonly least: string
  readonly most: string
}
