import type { CompareTask, LocalTask } from '../contract/compare/compare-tasks'
import type { CompareVariant, ServerSetting } from '../contract/compare/compare-variants'
import type { KvSettings } from '../contract/settings/kv-settings'

export const isOnServer = (variant: CompareVariant): variant is ServerSetting => 'serverId' in variant

export const isLocalTask = (task: CompareTask): task is LocalTask => task.kind !== 'server'

/** null for a setting on a server. */
export const localSettings = (variant: CompareVariant | undefined): KvSettings | null => (variant && !isOnServer(variant) ? variant : null)

export const localVariants = (variants: readonly CompareVariant[]): readonly KvSettings[] =>
  variants.flatMap((variant) => localSettings(variant) ?? [])
