/** Entry of the fake engine's process. HEADROOM_FAKE_ENGINE overrides its speed, as JSON. */
import { serveEngine } from '../process/serve-engine'
import { FakeEngine, ordinarySpeed } from './fake-engine'

// Its files are readable by this user only.
process.umask(0o077)
serveEngine(new FakeEngine({ ...ordinarySpeed, ...JSON.parse(process.env.HEADROOM_FAKE_ENGINE || '{}') }))
