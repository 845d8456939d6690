import { serveEngine } from '../../native-models/process/serve-engine'
import { RemoteEngine } from './remote-engine'

process.umask(0o077)
serveEngine(new RemoteEngine())
