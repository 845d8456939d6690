/** HEADROOM_FAKE_ENGINE (JSON) overrides values of `ordinarySpeed`. */
import { serveEngine } from '../process/serve-engine'
import { FakeEngine } from './fake-engine'
import { ordinarySpeed } from './fake-speed'

process.umask(0o077)
serveEngine(new FakeEngine({ ...ordinarySpeed, ...JSON.parse(process.env.HEADROOM_FAKE_ENGINE || '{}') }))
