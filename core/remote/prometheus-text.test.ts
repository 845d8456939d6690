import { describe, expect, it } from 'vitest'
import { readSamples } from './prometheus-text'

const read = (page: string, ...names: string[]) => Object.fromEntries(readSamples(page, new Set(names)))

describe('readSamples', () => {
  it('reads values with labels, times, and every form of number', () => {
    const page = [
      '# HELP a text',
      '# TYPE a gauge',
      'a 1',
      'a{x="1",y="2",} 2.5 1700000000000',
      '  a { x = "3" } 1e+06',
      'a{} .5',
      'a NaN',
      'a -Inf',
    ].join('\n')
    expect(read(page, 'a')).toEqual({
      a: [
        { labels: {}, value: 1 },
        { labels: { x: '1', y: '2' }, value: 2.5 },
        { labels: { x: '3' }, value: 1_000_000 },
        { labels: {}, value: 0.5 },
        { labels: {}, value: Number.NaN },
        { labels: {}, value: Number.NEGATIVE_INFINITY },
      ],
    })
  })

  it('reads escaped characters in labels, and braces and spaces inside quotes', () => {
    expect(read('a{x="say \\"}\\" \\\\ \\n"} 1', 'a')).toEqual({ a: [{ labels: { x: 'say "}" \\ \n' }, value: 1 }] })
  })

  it('skips what does not have the format, and metrics that nobody wants', () => {
    expect(read('a\na{x="1"\na{x=1} 1\na one\na 0x10\na{x="1"} \nab 1\na 7\r\n', 'a')).toEqual({ a: [{ labels: {}, value: 7 }] })
  })

  it('reads a large page with one metric in linear time', () => {
    const page = 'a{x="1"} 1\n'.repeat(50_000)
    expect(readSamples(page, new Set(['a'])).get('a')?.length).toBe(50_000)
  })
})
