import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { expect, it } from 'vitest'
import type { EngineControl } from '../contract'
import { VirtualPort } from '../streams/virtual-port'
import { portChannel } from './channel'
import { peerLink } from './peer-link'

const connect = () => {
  const port = new VirtualPort(() => {})
  const client: ContractRouterClient<EngineControl> = createORPCClient(peerLink(portChannel(port), () => {}))
  return { port, client }
}

it('a peer link rejects a pending request when its connection closes', async () => {
  const { port, client } = connect()
  const answer = client.sequences()
  port.closed()
  await expect(answer).rejects.toThrow()
})

it('a peer link rejects a request that is sent after its connection has closed', async () => {
  const { port, client } = connect()
  port.closed()
  await expect(client.sequences()).rejects.toThrow('The connection is closed')
})
