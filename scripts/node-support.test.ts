import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { nodeSupport } from './node-support.mjs'

const { engines } = JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'))

it('package.json states the supported Node versions', () => {
  expect(engines.node).toBe('^20.19.0 || >=22.12.0')
})
it.each(['v18.20.8', 'v20.18.3', 'v21.7.3', 'v22.11.0'])(
  'a checkout refuses Node %s before anything is installed, and says which Node works',
  (version) => {
    expect(nodeSupport(version, false)).toEqual({
      refusal: `Headroom needs Node 20.19 or a later 20, or Node 22.12 or newer. This is Node ${version}. Install Node 24.`,
    })
  },
)
it('a checkout on Node 20 suggests a newer Node if a desktop window is wanted', () => {
  expect(nodeSupport('v20.19.0', true)).toEqual({ advice: expect.stringContaining('Node 24 is recommended') })
  expect(nodeSupport('v20.19.0', false)).toBeUndefined()
})
it.each(['v22.12.0', 'v23.5.0', 'v24.21.0'])('a checkout accepts Node %s without a message', (version) => {
  expect(nodeSupport(version, true)).toBeUndefined()
})
