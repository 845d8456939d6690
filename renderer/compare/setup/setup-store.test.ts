import { expect, it } from 'vitest'
import { firstSetup } from './comparison-setup'
import { changePart, setupStore, startWith } from './setup-store'

it('a setup that was edited before a model was known keeps the edits, and the other parts fit the model', () => {
  setupStore.setState(firstSetup, true)
  changePart('speed', { repetitions: 2 })
  startWith({ id: 'small', trainedTokens: 512 })
  const { modelId, speed, passkey } = setupStore.getState()
  expect(modelId).toBe('small')
  expect(speed).toEqual({ ...firstSetup.speed, repetitions: 2 })
  expect(passkey.promptTokens).toBe(256)
})
