/** Styles also differ in dashes, so that color is never the only cue. */
const dashes = ['', '6 3', '2 3', '9 3 2 3', '12 4', '4 2', '1 2'] as const

export const lineStyles = (at: number): { readonly stroke: string; readonly strokeDasharray: string } => ({
  stroke: `var(--series-${(at % dashes.length) + 1})`,
  strokeDasharray: dashes[at % dashes.length] ?? '',
})
