/** Only the word for days depends on the language. The other units are the same. */
export const durationIn =
  (days: (count: number) => string) =>
  (seconds: number): string => {
    if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
    const minutes = Math.round(seconds / 60)
    if (minutes < 60) return `${minutes} min`
    const hours = Math.floor(minutes / 60)
    if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
    return days(Math.round(hours / 24))
  }

/** A time as people say it. */
export const spokenTimeIn =
  (instant: string, seconds: (count: number) => string, minutes: (count: number) => string) =>
  (ms: number): string => {
    const count = Math.round(ms / 1000)
    if (count < 1) return instant
    return count < 90 ? seconds(count) : minutes(Math.round(count / 60))
  }
