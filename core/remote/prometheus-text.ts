export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  /** As the page has it: also NaN, infinite or negative. */
  readonly value: number
}

/**
 * Reads the samples of the wanted metrics from a page in Prometheus' text format. Lines that do not have the format are skipped.
 * Source: https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function readSamples(page: string, wanted: ReadonlySet<string>): ReadonlyMap<string, readonly Sample[]> {
  const samples = new Map<string, Sample[]>()
  for (const line of page.split('\n')) {
    const name = /^\s*([a-zA-Z_:][a-zA-Z0-9_:]*)/.exec(line)?.[1]
    if (name === undefined || !wanted.has(name)) continue
    const sample = readSample(line.trimStart().slice(name.length).trim())
    if (!sample) continue
    const others = samples.get(name)
    if (others) others.push(sample)
    else samples.set(name, [sample])
  }
  return samples
}

/** `{label="value",…} value timestamp`; labels and timestamp may be missing. */
function readSample(text: string): Sample | undefined {
  const read = text.startsWith('{') ? readLabels(text) : { labels: {}, rest: text }
  const word = read?.rest.trim().split(/\s+/)[0]
  if (!read || !word) return undefined
  const value = numberFrom(word)
  return value === undefined ? undefined : { labels: read.labels, value }
}

function numberFrom(word: string): number | undefined {
  if (/^[+-]?inf$/i.test(word)) return word.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (/^nan$/i.test(word)) return Number.NaN
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(word) ? Number(word) : undefined
}

const label = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,|(?=\}))/y

function readLabels(text: string): { readonly labels: Record<string, string>; readonly rest: string } | undefined {
  const labels: [string, string][] = []
  let at = 1
  for (;;) {
    label.lastIndex = at
    const match = label.exec(text)
    if (!match) break
    labels.push([match[1] ?? '', (match[2] ?? '').replace(/\\(.)/g, (_all, letter: string) => (letter === 'n' ? '\n' : letter))])
    at = label.lastIndex
  }
  const end = /^\s*\}/.exec(text.slice(at))
  return end ? { labels: Object.fromEntries(labels), rest: text.slice(at + end[0].length) } : undefined
}
