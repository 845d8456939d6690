import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { grammarOf } from './grammar-of'
import { Matcher } from './testing/matcher'

interface Group {
  readonly description: string
  readonly schema: unknown
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

const suite = JSON.parse(readFileSync(new URL('./testing/json-schema-test-suite/draft2020-12.json', import.meta.url), 'utf8')) as Record<
  string,
  readonly Group[]
>
const groups = Object.entries(suite).flatMap(([file, all]) => all.map((group) => ({ file, ...group })))

/** Valid values that no grammar of Headroom writes. */
const neverWritten: Record<string, number> = {
  // The properties of a constant are in the order of the schema.
  const: 1,
  // Leap seconds at other offsets than Z.
  'optional/format/date-time': 1,
  'optional/format/time': 5,
  // More than nine digits.
  'optional/format/duration': 1,
  // Two hyphens in a row, as in Punycode.
  'optional/format/hostname': 16,
  // Quoted names and addresses in brackets, which ajv-formats refuses too.
  'optional/format/email': 5,
}

describe('the JSON Schema test suite', () => {
  const results = groups.map((group) => {
    const made = grammarOf(group.schema)
    if ('refusals' in made) return { group, refusals: made.refusals, wrong: [] }
    const matcher = new Matcher(made.grammar)
    return { group, refusals: undefined, wrong: group.tests.filter(({ data, valid }) => matcher.accepts(JSON.stringify(data)) !== valid) }
  })
  const named = (isValid: boolean) =>
    results.flatMap(({ group, wrong }) =>
      wrong.filter(({ valid }) => valid === isValid).map(({ description }) => `${group.file}: ${group.description}: ${description}`),
    )

  it('has a grammar for most schemas, and names the keyword that it refuses in the others', () => {
    const supported = results.filter(({ refusals }) => refusals === undefined)
    const reasons = results.flatMap(({ refusals }) => refusals?.map(({ reason }) => reason) ?? [])
    const tests = supported.flatMap(({ group }) => group.tests)
    console.log(
      `${supported.length} of ${results.length} schemas have a grammar. It decides ${tests.length} values: ${tests.filter(({ valid }) => valid).length} are valid, and ${named(true).length} of those are never written.`,
    )
    expect(supported.length).toBeGreaterThan(190)
    expect(reasons).not.toContain('malformed')
    expect(reasons).not.toContain('too-large')
  })
  it('accepts no invalid value', () => {
    expect(named(false)).toEqual([])
  })
  it('accepts every valid value, except for the known ones', () => {
    const counts = Object.fromEntries(Object.keys(neverWritten).map((file) => [file, 0]))
    for (const name of named(true)) {
      const [file = ''] = name.split(':')
      counts[file] = (counts[file] ?? 0) + 1
    }
    expect(counts, named(true).join('\n')).toEqual(neverWritten)
  })
  it('says that no value is possible only if the suite has none', () => {
    const impossible = results.filter(({ refusals }) => refusals?.some(({ reason }) => reason === 'no-value-possible'))
    expect(impossible.length).toBeGreaterThan(3)
    expect(impossible.flatMap(({ group }) => group.tests.filter(({ valid }) => valid))).toEqual([])
  })
})
