import { fileURLToPath } from 'node:url'
import { afterEveryTest } from '../../testing/endings'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../http/api-server'
import { type Given, MadeService } from './made-service'

const modelPath = fileURLToPath(new URL('../../../native-models/fixtures/llama-gqa.gguf', import.meta.url))

const open = new Set<ApiServer>()
afterEveryTest(async () => {
  await Promise.all([...open].map((server) => server.close()))
  open.clear()
})

type Options = Partial<Pick<ApiServerOptions, 'keys' | 'limits'>>

/** A server on a free port, which closes after the test. */
export async function madeServer(given: Given = [], { keys = null, limits = {} }: Options = {}) {
  const service = new MadeService(modelPath, given)
  const server = await startApiServer({ service, port: 0, keys, limits })
  open.add(server)
  return { service, url: server.url }
}
