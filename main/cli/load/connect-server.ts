import type { Network } from '../../library/network/network'
import { calibrate } from '../../load/calibrate'
import type { MeasuredServer } from '../../load/measure-server'
import { tokenCounter } from '../../load/token-counter'
import { sendTo } from '../../quality/reached-server'
import { reachServer } from '../servers/reach-server'
import type { WantedServer } from '../servers/wanted-servers'

/** Throws the errors of servers, and UsageError without a model. */
export async function connectServer(wanted: WantedServer, network: Network, signal: AbortSignal): Promise<MeasuredServer> {
  const reached = await reachServer(wanted, network, signal)
  const { address, kind, version, model } = reached
  const send = sendTo(network, reached)
  const count = tokenCounter(network, address, kind, model)
  return { server: { url: address.url, kind, version, model }, calibration: await calibrate(model, count, send, signal), count, send }
}
