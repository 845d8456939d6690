import { measureSuite } from '../process/testing/measure-suite'
import { FakeEngine } from './fake-engine'

measureSuite('the fake engine', () => ({
  backend: new FakeEngine({ tokensPerSecond: 1000, prefillTokensPerSecond: 20_000, loadMs: 10, taskMs: 1 }),
  modelPath: '/nowhere/fake.gguf',
}))
