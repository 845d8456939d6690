import { engineSuite } from '../process/testing/engine-suite'
import { prefixSuite } from '../process/testing/prefix-suite'
import { FakeEngine } from './fake-engine'

const create = () => ({
  backend: new FakeEngine({ tokensPerSecond: 1000, prefillTokensPerSecond: 20_000, loadMs: 50 }),
  modelPath: '/nowhere/fake.gguf',
})
engineSuite('the fake engine', create)
prefixSuite('the fake engine', create)
