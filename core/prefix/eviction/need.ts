/**
 * How likely tokens are to be needed next, from the times at which they were needed: the sum of age^-d, an odds ratio. A recent use, or many
 * older ones, make the next one likely. In texts and messages that people write, the chance that a word comes up again has this form.
 * Source: Anderson and Schooler, "Reflections of the Environment in Memory", Psychological Science 2 (1991), equation for need odds;
 * `decay` from docs/decisions/032-eviction-by-value.md.
 */
export const decay = 0.5

/** Prompts that come within seconds say the same thing. */
const leastAgeMs = 1000

export function needOf(uses: readonly number[], now: number): number {
  let need = 0
  for (const at of uses) need += (Math.max(leastAgeMs, now - at) / leastAgeMs) ** -decay
  return need
}
