/** Colours for code: which words of it are keywords, strings, comments. Loaded with the first block of code that needs it. */
import type { grammars as Grammars } from './grammars'

type CodeNode = ReturnType<typeof Grammars.highlight>['children'][number]

export interface CodePart {
  /** highlight.js's name of what it is, `keyword` or `string`; undefined: nothing in particular. */
  readonly kind: string | undefined
  readonly text: string
}

/** Longer code keeps one colour: the grammars' patterns take their time, and on long lines very long. */
const longestCode = 12_000
const longestLine = 1000
const kept = 60

const results = new Map<string, readonly CodePart[]>()
let loading: Promise<typeof import('./grammars')> | undefined

/** The parts of a code, or undefined where it is too long or its language is not known. */
export async function highlight(code: string, language: string): Promise<readonly CodePart[] | undefined> {
  if (language === '' || code.length > longestCode || code.split('\n').some((line) => line.length > longestLine)) return undefined
  loading ??= import('./grammars')
  const { grammars } = await loading
  if (!grammars.registered(language)) return undefined
  const key = `${language}\n${code}`
  const parts = results.get(key) ?? partsOf(grammars.highlight(language, code).children)
  results.delete(key)
  results.set(key, parts)
  // The oldest is the first one.
  if (results.size > kept) results.delete(results.keys().next().value as string)
  return parts
}

/** What was found before, at once: a block that scrolls back into view has its colours from the start. */
export const highlighted = (code: string, language: string): readonly CodePart[] | undefined => results.get(`${language}\n${code}`)

function partsOf(nodes: readonly CodeNode[], kind?: string): CodePart[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [{ kind, text: node.value }]
    if (node.type !== 'element') return []
    return partsOf(node.children, kindOf(node.properties.className) ?? kind)
  })
}

/** `hljs-title function_` is a title. */
function kindOf(className: unknown): string | undefined {
  const [first] = Array.isArray(className) ? className : []
  return typeof first === 'string' ? first.replace(/^hljs-/, '') : undefined
}
