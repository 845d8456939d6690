import type { ServerAddress, ServerKind } from '../../core/remote/server-facts'

export interface ReachedServer {
  readonly address: ServerAddress
  readonly kind: ServerKind
  readonly version: string | null
  readonly model: string
}
