import type { ContextReport } from '../../../core/contract/cache/cache'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'

export function threadsNote(wanted: KvSettings['threads'], { threads }: Pick<ContextReport, 'threads'>): string | undefined {
  if (wanted === 'auto' || wanted <= threads.chosen) return undefined
  return `--threads ${wanted}: this machine has ${threads.cores} physical ${threads.cores === 1 ? 'core' : 'cores'}, and more threads only wait for each other; ${threads.chosen} ${threads.chosen === 1 ? 'is' : 'are'} used`
}
