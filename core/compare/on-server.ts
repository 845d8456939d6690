import type { CompareCell } from '../contract/compare/compare-runs'
import type { CompareTask, LocalTask } from '../contract/compare/compare-tasks'
import type { CompareVariant, ServerSetting } from '../contract/compare/compare-variants'
import type { ErrorCode } from '../contract/errors/errors'
import type { KvSettings } from '../contract/settings/kv-settings'

export const isOnServer = (variant: CompareVariant): variant is ServerSetting => 'serverId' in variant

export const isLocalTask = (task: CompareTask): task is LocalTask => task.kind !== 'server'

/** null for a setting on a server. */
export const localSettings = (variant: CompareVariant | undefined): KvSettings | null => (variant && !isOnServer(variant) ? variant : null)

export const localVariants = (variants: readonly CompareVariant[]): readonly KvSettings[] =>
  variants.flatMap((variant) => localSettings(variant) ?? [])

const passing: readonly ErrorCode[] = ['offline', 'server-unreachable', 'server-dropped', 'server-busy', 'server-failed', 'engine-gone']

/**
 * Failed because the server was lost, and can be measured once it is back. A turn that the server began to answer cannot: the server may have
 * its prompt in the cache.
 */
export const isLostWithServer = ({ state, part, task, failure }: CompareCell): boolean =>
  state === 'failed' &&
  task.kind === 'server' &&
  failure !== null &&
  passing.includes(failure.code) &&
  !(part === 'latency' && failure.code === 'server-dropped')
