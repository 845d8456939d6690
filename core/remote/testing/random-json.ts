import type { Random } from '../../grammar/testing/random'

const oddities: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  1e18,
  -1e300,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  '',
  'stop',
  '12',
  'NaN',
  '__proto__',
  'constructor',
  '\u0000\ud800',
  [],
  {},
  [null],
  [[]],
  [{}],
]

/** Changes some values of `sample` to others: wrong types, other numbers, missing and repeated entries. */
export function mutated(sample: unknown, random: Random): unknown {
  if (random.chance(0.15)) return random.one(oddities)
  if (Array.isArray(sample)) {
    const entries = sample.filter(() => !random.chance(0.1)).map((entry) => mutated(entry, random))
    return random.chance(0.1) ? [...entries, ...entries] : entries
  }
  if (typeof sample === 'object' && sample !== null) {
    const entries = Object.entries(sample).filter(() => !random.chance(0.1))
    return Object.fromEntries(entries.map(([name, value]) => [name, mutated(value, random)]))
  }
  return sample
}

/** Changes some characters, lines and numbers of a page. */
export function mutatedText(text: string, random: Random): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (random.chance(0.05)) return []
      if (random.chance(0.05)) return [line, line]
      if (random.chance(0.1)) return [line.slice(0, random.below(line.length + 1))]
      if (random.chance(0.1))
        return [line.replace(/[\d.]+$/, random.one(['-1', 'NaN', '+Inf', '1e400', '', '0x10', '1 2 3', '9'.repeat(400)]))]
      if (random.chance(0.05)) return [line.replace(/[{}"=]/, random.one(['', '\\', '"', '{']))]
      return [line]
    })
    .join('\n')
}
