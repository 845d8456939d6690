import { engineSuite } from '../process/testing/engine-suite'
import { FakeEngine } from './fake-engine'

engineSuite('the fake engine', () => ({
  backend: new FakeEngine({ tokensPerSecond: 1000, prefillTokensPerSecond: 20_000, loadMs: 50 }),
  modelPath: '/nowhere/fake.gguf',
}))
