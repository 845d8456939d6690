import { Markdown } from '../../chat/markdown/markdown'
import { Alert } from '../../ui/alert'
import { endlessWord } from '../facts'
import { story } from '../story'

export default { title: 'Widgets' }

const sentence = { what: 'The model could not be loaded: its file is cut off.', todo: 'Download it again.' }
const markdown = `# Title

Text with *emphasis*, **strong** words, \`code\` and a [link](https://example.org).

1. one
2. two

\`\`\`ts
const cells = 4096
\`\`\`

| type | bytes |
|---|---|
| f16 | 2 |
`

export const AlertDanger = story(() => <Alert tone="danger" sentence={sentence} onDismiss={() => {}} />, { height: 140 })
export const AlertNote = story(() => <Alert tone="note" sentence={sentence} />, { height: 140 })
export const AlertOverflowing = story(() => <Alert tone="warning" sentence={{ what: endlessWord, todo: endlessWord }} />, {
  width: 300,
  height: 500,
})
export const MarkdownEmpty = story(() => <Markdown text="" isGrowing={false} />, { height: 140 })
export const MarkdownFull = story(() => <Markdown text={markdown} isGrowing={false} />)
const formulas = [
  'The area of a circle is $\\pi r^2$, its circumference \\(2 \\pi r\\). It costs $5 or $6.',
  '$$\n\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}\n$$',
  '\\[\nA = \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}\n\\]',
  `Wide: $$${Array.from({ length: 60 }, (_, index) => `x_{${index}}`).join(' + ')}$$`,
  'Invalid: $\\frac{1$ and unknown: $\\nothing{x}$.',
  '$$\n\\sum_{i=1}^{n} i',
].join('\n\n')
export const MarkdownMath = story(() => <Markdown text={formulas} isGrowing={false} />)
export const MarkdownOverflowing = story(
  () => (
    <Markdown text={`${endlessWord}\n\n\`\`\`\n${endlessWord}\n\`\`\`\n\n| ${endlessWord} | b |\n|-|-|\n| 1 | 2 |`} isGrowing={false} />
  ),
  { width: 400 },
)
