import { afterEach, describe, expect, it } from 'vitest'
import { speak } from './copy'
import { describeEvent, describeNotice } from './facts'

afterEach(() => speak('en'))

describe('the sentence for an event', () => {
  const saved = { code: 'session-saved', facts: { tokens: 3002, checkpoints: 1, bytes: 2 ** 20, ms: 96 } } as const

  it('contains the figures of the event', () => {
    expect(describeEvent(saved)).toBe('The cache of a conversation was saved: 3,002 tokens, 1 checkpoint, 1.00 MiB, 96.0 ms.')
  })

  it('is in the language of the window', () => {
    speak('de')
    expect(describeEvent(saved)).toBe('Der Cache einer Unterhaltung wurde gesichert: 3,002 Tokens, 1 Prüfpunkt, 1.00 MiB, 96.0 ms.')
  })

  it('is the sentence of the error if the event is a failure', () => {
    expect(describeEvent({ code: 'no-model-loaded', facts: {} })).toBe('No model is loaded. Choose a model first.')
  })

  it('is the sentence of the notice if the event is a notice', () => {
    const notice = { code: 'turn-interrupted', facts: { answers: 2 } } as const
    expect(describeEvent(notice)).toBe(describeNotice(notice))
  })

  it('contains the reason why measurements of a benchmark failed', () => {
    const failure = { code: 'no-model-loaded', facts: {} } as const
    expect(describeEvent({ code: 'compare-cells-failed', facts: { cells: 6, failure } })).toBe(
      '6 measurements of the benchmark failed. No model is loaded. Choose a model first.',
    )
  })

  it('says why the model’s own template cannot be used', () => {
    const facts = { fileName: 'a.gguf', loadMs: 1000, weightBytes: 2 ** 30, gpuLayers: 0 }
    const problem = { kind: 'timeout', seconds: 2 } as const
    expect(describeEvent({ code: 'model-loaded', facts: { ...facts, fallback: { template: 'ChatML', problem } } })).toContain(
      'Its chat template cannot be used. It did not finish within 2 s. Headroom uses “ChatML” instead.',
    )
  })
})

describe('the sentence for a notice', () => {
  it('names a group of settings if all of its settings were reset', () => {
    expect(describeNotice({ code: 'settings-fell-back', facts: { names: ['keyType', 'sampling'] } })).toBe(
      'Saved settings were invalid and have been reset: keyType and all sampling settings.',
    )
  })

  it('does not list the preferences if all of them were reset', () => {
    expect(describeNotice({ code: 'preferences-fell-back', facts: { names: [] } })).toBe(
      'Saved preferences were invalid and have all been reset.',
    )
  })
})
