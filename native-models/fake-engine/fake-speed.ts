import type { KvType } from '../../core/contract/settings/kv-types'

export interface FakeSpeed {
  readonly tokensPerSecond: number
  readonly prefillTokensPerSecond: number
  readonly loadMs: number
  readonly trainedTokens?: number
  /** Bytes that a context allocates beyond the plan. */
  readonly surplusBytes?: number
  readonly taskMs?: number
  /** Measurements don't end while this file exists. */
  readonly heldBy?: string
  /** Measurements with this K or V type fail. */
  readonly refusedType?: KvType
  /** Measurements with this K or V type kill the process. */
  readonly fatalType?: KvType
  /** If above 0, reasoning ends only at its budget or when the user ends it. */
  readonly endlessReasoning?: number
  /** For copies of prefixes in memory. */
  readonly memoryBytes?: number
  /** Longer contexts cannot be created. */
  readonly mostContextTokens?: number
  /** What `writeShort` writes. */
  readonly shortText?: string
}
export const ordinarySpeed: FakeSpeed = { tokensPerSecond: 60, prefillTokensPerSecond: 2000, loadMs: 400 }
