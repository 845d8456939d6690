/** The date for chat templates, in English as in llama.cpp (`common_chat_extra_context` in common/chat.cpp). */

/** The renderer's own `strftime_now` writes the names of months in the language of the system, and cannot be replaced by a variable. */
export const withEnglishDates = (template: string): string => `{% set strftime_now = english_strftime_now %}\n${template}`

export const dateVariables = (now: Date) => ({
  date_string: strftime(now, '%d %b %Y'),
  datetime: strftime(now, '%b %d %Y'),
  english_strftime_now: (format: string): string => strftime(now, format),
})

const months = 'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const padded = (value: number): string => `${value}`.padStart(2, '0')

const codes: Readonly<Record<string, (date: Date) => string | undefined>> = {
  '%Y': (date) => `${date.getFullYear()}`,
  '%m': (date) => padded(date.getMonth() + 1),
  '%d': (date) => padded(date.getDate()),
  '%B': (date) => months[date.getMonth()],
  '%b': (date) => months[date.getMonth()]?.slice(0, 3),
  '%A': (date) => weekdays[date.getDay()],
  '%a': (date) => weekdays[date.getDay()]?.slice(0, 3),
  '%H': (date) => padded(date.getHours()),
  '%M': (date) => padded(date.getMinutes()),
  '%S': (date) => padded(date.getSeconds()),
  '%%': () => '%',
}

const strftime = (date: Date, format: string): string => format.replace(/%./g, (code) => codes[code]?.(date) ?? code)
