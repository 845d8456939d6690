import { describe, expect, it } from 'vitest'
import { type ComparisonSetup, firstSetup, presetParts } from './comparison-setup'
import { planOfSetup } from './plan-of-setup'

const setup: ComparisonSetup = { ...firstSetup, modelId: 'pocket', text: { source: 'bundled', name: 'stories' } }
const everything: ComparisonSetup = { ...setup, ...presetParts('thorough', { trainedTokens: 2048, takesTools: true }) }

describe('the plan of a comparison setup', () => {
  it('has every test at every depth, shallow depths first', () => {
    const { plan } = planOfSetup({ ...setup, speed: { tests: 'pp512 tg128', depths: '1024, 0', repetitions: 2, warmUp: false } })
    expect(plan?.speed).toEqual({
      tests: [
        { prompt: 512, generated: 0, depth: 0 },
        { prompt: 0, generated: 128, depth: 0 },
        { prompt: 512, generated: 0, depth: 1024 },
        { prompt: 0, generated: 128, depth: 1024 },
      ],
      repetitions: 2,
      warmUp: false,
    })
  })
  it('omits measurements that are switched off', () => {
    const { plan } = planOfSetup(setup)
    expect(plan).toMatchObject({ passkey: null, cacheless: null, title: 'f16, q8_0, q4_0, q8_0 / q4_0' })
  })
  it('gives the depths of passkeys as fractions, and takes one prompt from each line', () => {
    const { plan } = planOfSetup({ ...everything, answers: { prompts: ' one \n\n two', maxTokens: 5 } })
    expect(plan?.passkey?.depths).toEqual([0, 0.25, 0.5, 0.75, 1])
    expect(plan?.answers).toEqual({ prompts: ['one', 'two'], maxTokens: 5 })
  })
  it.each<[string, Partial<ComparisonSetup>, string]>([
    ['no model', { modelId: null }, 'model'],
    ['nothing to measure', { isOn: { ...setup.isOn, speed: false, latency: false, quality: false, answers: false } }, 'parts'],
    ['an unknown test', { speed: { ...setup.speed, tests: 'fast' } }, 'tests'],
    ['a depth that is not a number', { speed: { ...setup.speed, depths: 'deep' } }, 'depths'],
    ['no prompt', { latency: { ...setup.latency, prompt: ' ' } }, 'latencyPrompt'],
    ['no text', { text: null }, 'text'],
    ['an empty text', { text: { source: 'own', name: 'a.txt', text: ' \n' } }, 'text'],
    ['a picture', { text: { source: 'own', name: 'a.png', text: 'PNG\0\0' } }, 'text'],
    ['too many prompts', { answers: { prompts: 'again\n'.repeat(21), maxTokens: 1 } }, 'prompts'],
  ])('is refused with a reason: %s', (_, change, field) => {
    expect(planOfSetup({ ...setup, ...change }).problems).toHaveProperty(field)
  })
})

describe('the plan of a comparison with a server', () => {
  const server = { name: '', serverId: 'lab', serverName: 'Lab', model: 'tiny' }
  const latency = { ...setup.latency, newWords: 256 }
  const mixed: ComparisonSetup = { ...setup, variants: [...setup.variants.slice(0, 1), server], latency }

  it('has the new words of each turn, and is named after the model and the server', () => {
    expect(planOfSetup(mixed).plan).toMatchObject({ modelId: 'pocket', title: 'f16, tiny · Lab', latency: { newWords: 256 } })
  })
  it('needs no model of this machine if all settings are on servers', () => {
    expect(planOfSetup({ ...mixed, modelId: null, variants: [server] }).plan).toMatchObject({ modelId: '' })
  })
  it.each<[string, Partial<ComparisonSetup>, string]>([
    ['no server', { variants: [{ ...server, serverId: '' }] }, 'servers'],
    ['no model', { variants: [{ ...server, model: ' ' }] }, 'servers'],
    ['the same words in every turn', { latency: { ...latency, newWords: 0 } }, 'newWords'],
    ['only what no server can measure', { isOn: { ...setup.isOn, latency: false, answers: false } }, 'parts'],
  ])('is refused with a reason: %s', (_, change, field) => {
    expect(planOfSetup({ ...mixed, ...change }).problems).toHaveProperty(field)
  })
})

describe('presets', () => {
  it('put new words before each prompt if a setting is on a server', () => {
    expect(presetParts('quick', { trainedTokens: 0 }).latency.newWords).toBe(0)
    expect(presetParts('thorough', { trainedTokens: 0, hasServers: true }).latency.newWords).toBe(256)
  })

  it('measure no depth beyond the trained context', () => {
    // 1,024 + 640 tokens fit into 2,048, but 2,048 + 640 do not.
    expect(presetParts('thorough', { trainedTokens: 2048 }).speed.depths).toBe('0, 1024')
    expect(presetParts('thorough', { trainedTokens: 131_072 }).speed.depths).toBe('0, 1024, 2048, 4096, 7168')
    expect(presetParts('quick', { trainedTokens: 512 }).speed.depths).toBe('0')
  })
  it('measure tool calls only if the model is known to take tools', () => {
    expect(presetParts('thorough', { trainedTokens: 2048, takesTools: true }).isOn.toolCalls).toBe(true)
    expect(presetParts('thorough', { trainedTokens: 2048 }).isOn.toolCalls).toBe(false)
  })
})
