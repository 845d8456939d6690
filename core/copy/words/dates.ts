export interface Dates {
  /** `Nov 24, 2026, 3:13 PM`. `at` is in ms since 1970. */
  dateTime(at: number): string
  /** `Nov 24` */
  day(at: number): string
  /** `3:13:05 PM` */
  time(at: number): string
}

/** Times are in the machine's time zone. */
export function datesIn(locale: string): Dates {
  const dateTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
  const times = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  return { dateTime: (at) => dateTimes.format(at), day: (at) => days.format(at), time: (at) => times.format(at) }
}
