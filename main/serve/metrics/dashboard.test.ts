import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { madeServer } from '../testing/made-server'

const read = (path: string): string => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8')
const namesIn = (text: string): string[] => [...new Set(text.match(/\b(?:headroom|llamacpp):\w+/g))].toSorted()

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}

async function exported(): Promise<string[]> {
  const { url } = await madeServer()
  const text = await (await fetch(`${url}/metrics`)).text()
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
}

it('each query of the Grafana dashboard names metrics that the server exports', async () => {
  const known = await exported()
  const { panels } = JSON.parse(read('grafana/headroom.json')) as Dashboard
  expect(panels.length).toBeGreaterThan(10)
  for (const { title, targets } of panels)
    for (const { expr } of targets) {
      expect(namesIn(expr), title).not.toEqual([])
      expect(known, `${title}: ${expr}`).toEqual(expect.arrayContaining(namesIn(expr)))
    }
})

it('docs/metrics.md lists exactly the metrics that the server exports', async () => {
  const known = (await exported()).map((name) => name.replace(/_(?:bucket|sum|count)$/, ''))
  expect(namesIn(read('metrics.md'))).toEqual([...new Set(known)].toSorted())
})
