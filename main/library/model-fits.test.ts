import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { PlanMachine } from '../../core/plan/machines/machine'
import { ModelFits } from './model-fits'

/** Trained on 32,768 tokens. */
const file = { id: 'llama', path: fileURLToPath(new URL('../../native-models/fixtures/llama-gqa.gguf', import.meta.url)) }
const machine = (freeBytes: number): PlanMachine => ({ ram: { totalBytes: 2 ** 36, freeBytes }, vram: null, measuredAtMs: 0 })
const fits = new ModelFits()

it('what fits can be more than the context with which a model loads by itself', async () => {
  const { contextTokens, loadsTokens } = await fits.of(file, defaultKvSettings, machine(2 ** 35))
  expect([contextTokens, loadsTokens]).toEqual([32_768, 8192])
})
it('a model loads with the context that the user set, even if that is more than fits', async () => {
  const stored = { ...defaultKvSettings, contextTokens: 65_536 }
  expect((await fits.of(file, stored, machine(2 ** 35))).loadsTokens).toBe(65_536)
  expect(await fits.of(file, stored, machine(0))).toEqual({ modelId: 'llama', contextTokens: 0, loadsTokens: 65_536 })
})
it('a model loads by itself with no more than fits', async () => {
  expect(await fits.of(file, defaultKvSettings, machine(0))).toEqual({ modelId: 'llama', contextTokens: 0, loadsTokens: 0 })
})
it('nothing is said about a file that cannot be read', async () => {
  const missing = { id: 'gone', path: '/nowhere/gone.gguf' }
  expect(await fits.of(missing, defaultKvSettings, machine(0))).toEqual({ modelId: 'gone', contextTokens: null, loadsTokens: null })
})
