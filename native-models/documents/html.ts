import { convert } from 'html-to-text'
import { damaged } from './refusal'

const plainHeadings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } }))

/** Leaves out scripts, styles, pictures and the addresses of links. */
export function textOfHtml(html: string): string {
  try {
    return convert(html, {
      wordwrap: false,
      // The default cuts a long page.
      limits: { maxInputLength: Number.MAX_SAFE_INTEGER },
      selectors: [
        ...plainHeadings,
        { selector: 'a', options: { ignoreHref: true } },
        { selector: 'img', format: 'skip' },
        { selector: 'script', format: 'skip' },
        { selector: 'style', format: 'skip' },
        { selector: 'noscript', format: 'skip' },
        { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      ],
    })
  } catch (error) {
    throw damaged('html', error)
  }
}
