import type { grammars as Grammars } from './grammars'

type CodeNode = ReturnType<typeof Grammars.highlight>['children'][number]

export interface CodePart {
  /** A highlight.js scope such as `keyword` or `string`. */
  readonly kind: string | undefined
  readonly text: string
}

/** Grammars are slow, especially on long lines. */
const longestCode = 12_000
const longestLine = 1000
const kept = 60

const results = new Map<string, readonly CodePart[]>()
let loading: Promise<typeof import('./grammars')> | undefined

export async function highlight(code: string, language: string): Promise<readonly CodePart[] | undefined> {
  if (language === '' || code.length > longestCode || code.split('\n').some((line) => line.length > longestLine)) return undefined
  loading ??= import('./grammars')
  const { grammars } = await loading
  if (!grammars.registered(language)) return undefined
  const key = `${language}\n${code}`
  const parts = results.get(key) ?? partsOf(grammars.highlight(language, code).children)
  results.delete(key)
  results.set(key, parts)
  if (results.size > kept) results.delete(results.keys().next().value as string)
  return parts
}

/** Synchronous, so that a block that scrolls back into view is colored at once. */
export const highlighted = (code: string, language: string): readonly CodePart[] | undefined => results.get(`${language}\n${code}`)

function partsOf(nodes: readonly CodeNode[], kind?: string): CodePart[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [{ kind, text: node.value }]
    if (node.type !== 'element') return []
    return partsOf(node.children, kindOf(node.properties.className) ?? kind)
  })
}

/** Converts `hljs-title function_` to `title`. */
function kindOf(className: unknown): string | undefined {
  const [first] = Array.isArray(className) ? className : []
  return typeof first === 'string' ? first.replace(/^hljs-/, '') : undefined
}
