/**
 * How likely tokens are to be needed soon, from the times at which they were needed: a use that was `age` ago adds 1 / (age + 1 min). So a
 * recent use, or many older ones, make the next one likely, and what was not used for long becomes equally unlikely.
 *
 * The form, a sum of powers of the age, fits how often words and senders of messages come up again: Anderson and Schooler, "Reflections of the
 * Environment in Memory", Psychological Science 2 (1991), 396-408. The power and the minute were chosen by replaying traces
 * (docs/decisions/033-eviction-by-value.md).
 */
const shortestMs = 60_000

/** Uses per minute. The clock may have been set back since a use. */
export function needOf(uses: readonly number[], now: number): number {
  let need = 0
  for (const at of uses) need += shortestMs / (Math.max(0, now - at) + shortestMs)
  return need
}
