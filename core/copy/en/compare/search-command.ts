import { dateTime } from '../../words/en'

export const searchNotes = {
  remembered: (at: number): string => `This search ran on ${dateTime(at)}. To run it again, add --again.`,
  changed: (at: number): string => `The model file has changed since the search on ${dateTime(at)}, so the search runs again.`,
  notRead: (problem: string): string => `Headroom cannot read earlier searches. ${problem}`,
  notStored: (problem: string): string => `The result was not stored. ${problem}`,
  onlyFor: (flag: string): string => `--${flag} is only for --cheapest`,
}
