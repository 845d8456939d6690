import type { ServerAddress, ServerKind } from '../../core/remote/server-facts'
import type { Network } from '../library/network/network'
import type { Send } from '../load/send-job'
import { chatLimits, streamChat } from '../remote/stream-chat'

export interface ReachedServer {
  readonly address: ServerAddress
  readonly kind: ServerKind
  readonly version: string | null
  readonly model: string
}

export const sendTo =
  (network: Network, { address, kind }: Pick<ReachedServer, 'address' | 'kind'>): Send =>
  (request, ended, hold) =>
    streamChat(network, address, kind, request, ended, chatLimits, hold)
