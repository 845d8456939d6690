import { formatCount } from '../../../text/amounts'
import { counted } from '../../words/en'

export const markdown = {
  hiddenBelow: (characters: number): string => `${counted(characters, 'more character is', 'more characters are')} not shown.`,
  hiddenAbove: (characters: number): string => `${counted(characters, 'earlier character is', 'earlier characters are')} not shown.`,
  showMore: (characters: number): string => `Show ${formatCount(characters)} more`,
  invisibleCharacter: 'Invisible character',

  code: {
    noLanguage: 'text',
    copy: 'Copy the code',
    hidden: (characters: number): string =>
      `${counted(characters, 'more character is', 'more characters are')} not shown. The copy button copies all of the code.`,
  },
  task: { done: 'done', open: 'to do' },
  table: 'Table',
  /** Precedes the address. `description` may be empty. */
  image: (description: string): string => (description === '' ? 'Image without a description' : `Image: ${description}`),

  link: {
    title: 'This link leads to',
    note: 'Headroom does not open web pages. To visit the page, copy the address into a browser.',
    copy: 'Copy the address',
  },
}
