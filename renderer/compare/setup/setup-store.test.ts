import { expect, it } from 'vitest'
import { firstSetup } from './comparison-setup'
import { addServerVariant, changePart, makeReference, setupStore, startWith } from './setup-store'

it('a setup that was edited before a model was known keeps the edits, and the other parts fit the model', () => {
  setupStore.setState(firstSetup, true)
  changePart('speed', { repetitions: 2 })
  startWith({ id: 'small', trainedTokens: 512 })
  const { modelId, speed, passkey } = setupStore.getState()
  expect(modelId).toBe('small')
  expect(speed).toEqual({ ...firstSetup.speed, repetitions: 2 })
  expect(passkey.promptTokens).toBe(256)
})

it('a setup with a server has new words in each turn, and the server can be the reference', () => {
  setupStore.setState(firstSetup, true)
  addServerVariant()
  expect(setupStore.getState().latency.newWords).toBe(256)
  changePart('latency', { newWords: 64 })
  addServerVariant()
  expect(setupStore.getState().latency.newWords).toBe(64)
  makeReference(4)
  expect(setupStore.getState().variants[0]).toEqual({ name: '', serverId: '', serverName: '', model: '' })
})
