import katex from 'katex'
import 'katex/dist/katex.min.css'

/** Their MathML has style attributes, which the content security policy forbids. */
const withStyleAttributes = /\\(?:pmb|fcolorbox)/

/** Draws DOM elements, never HTML text. Returns false if the formula is invalid. */
export function drawMath(tex: string, into: HTMLElement, displayMode: boolean): boolean {
  const output = withStyleAttributes.test(tex) ? 'html' : 'htmlAndMathml'
  try {
    katex.render(tex, into, { displayMode, output, throwOnError: true, strict: 'ignore', trust: false, maxSize: 30, maxExpand: 500 })
    return true
  } catch {
    into.replaceChildren()
    return false
  }
}
