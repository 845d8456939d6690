import { expect, it } from 'vitest'
import { presetOf, presetSubject, presets } from '../plan/presets'
import { ownPoint, presetPoints } from './per-token'

it('the chart of cache per token has a point for every preset: 128 KiB for Llama 3.1 8B, 68.6 KiB for DeepSeek V3', () => {
  const points = presetPoints()
  expect(points).toHaveLength(presets.length)
  const of = (id: string) => points.find((point) => point.id === id)?.kibibytes
  expect(of('llama-3.1-8b')).toBe(128)
  // 576 x 61 x 2 B
  expect(of('deepseek-v3')).toBe(70_272 / 1024)
  // The state takes 38 MiB, spread over 32,768 tokens.
  expect(of('falcon-mamba-7b')).toBe((38 * 1024) / 32_768)
})
it('the chart of cache per token has a point for the planned model, even if its header states no parameter count', () => {
  const preset = presetOf('llama-3.1-8b')
  const subject = preset && { ...presetSubject(preset), parameters: null }
  expect(subject && ownPoint(subject)?.parameters).toBeCloseTo(8.03e9, -7)
})
