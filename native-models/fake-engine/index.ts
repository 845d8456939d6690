/** Entry of the fake engine's process. */
import { serveEngine } from '../process/serve-engine'
import { FakeEngine } from './fake-engine'

serveEngine(new FakeEngine())
