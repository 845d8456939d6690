import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Sampler, samplerOrder } from '../../../core/sampling/sampler-order'

const addonNames: Record<Sampler, string> = {
  logitBias: 'tokenBiasSampler',
  penalties: 'repeatPenaltySampler',
  dry: 'dryRepeatPenaltySampler',
  topK: 'topKSampler',
  topP: 'topPSampler',
  minP: 'minPSampler',
  xtc: 'xtcSampler',
  temperature: 'temperatureSampler',
}

const sourcePath = fileURLToPath(new URL('../llama/addon/AddonSampler.cpp', import.meta.resolve('node-llama-cpp')))
const added = (source: string): string[] =>
  [...source.matchAll(/llama_sampler_chain_add\(chain, (\w+)\)/g)].map(([, name]) => name as string)

describe('the order of the samplers', () => {
  const body = readFileSync(sourcePath, 'utf8').split('AddonSampler::rebuildChainIfNeeded')[1]?.split('AddonSampler::acceptToken')[0] ?? ''
  const [before = '', greedy = '', rest = ''] = body.split(/if \(greedySampler != nullptr\) \{|\} else \{/)
  const inAddon = (temperature: number) => samplerOrder(temperature).map((sampler) => addonNames[sampler])

  it('is that of node-llama-cpp’s source, which then draws a token with the seed', () => {
    expect([...inAddon(0.8), 'seedSampler']).toEqual([...added(before), ...added(rest)])
  })
  it('is that of node-llama-cpp’s source at temperature 0, which then picks the most likely token', () => {
    expect([...inAddon(0), 'greedySampler']).toEqual([...added(before), ...added(greedy)])
  })
})
