/** Entry of the fake engine's process. HEADROOM_FAKE_ENGINE may hold what differs from its ordinary speed, as JSON. */
import { serveEngine } from '../process/serve-engine'
import { FakeEngine, ordinarySpeed } from './fake-engine'

// No other account of this machine may read what this process writes.
process.umask(0o077)
serveEngine(new FakeEngine({ ...ordinarySpeed, ...JSON.parse(process.env.HEADROOM_FAKE_ENGINE || '{}') }))
