/** HEADROOM_FAKE_ENGINE overrides `ordinarySpeed`, as JSON. */
import { serveEngine } from '../process/serve-engine'
import { FakeEngine, ordinarySpeed } from './fake-engine'

process.umask(0o077)
serveEngine(new FakeEngine({ ...ordinarySpeed, ...JSON.parse(process.env.HEADROOM_FAKE_ENGINE || '{}') }))
