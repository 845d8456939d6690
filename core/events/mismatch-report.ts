/** A report contains no paths and no conversation text. */
import type { ContextReport } from '../contract/cache/cache'
import type { EngineInfo } from '../contract/models/models'
import type { KvSettings } from '../contract/settings/kv-settings'
import { formatCount } from '../text/amounts'

export interface MismatchFacts {
  readonly version: string
  readonly platform: string
  readonly engine: EngineInfo
  readonly architecture: string
  readonly settings: KvSettings
  readonly context: ContextReport
}

export const differs = ({ comparison }: Pick<ContextReport, 'comparison'>): boolean =>
  comparison.some(({ predictedBytes, allocatedBytes }) => predictedBytes !== allocatedBytes)

export function mismatchReport({ version, platform, engine, architecture, settings, context }: MismatchFacts): string {
  const rows = context.comparison.map(
    ({ kind, cells, predictedBytes, allocatedBytes }) =>
      `  ${kind}, ${formatCount(cells)} cells: predicted ${bytes(predictedBytes)}, allocated ${bytes(allocatedBytes)}`,
  )
  return [
    'Headroom: the plan of the KV cache and what llama.cpp allocated differ.',
    `Headroom ${version} on ${platform}, ${engine.engine}, llama.cpp ${engine.release}, ${engine.backend}${engine.devices.length > 0 ? ` (${engine.devices.join(', ')})` : ''}`,
    `Architecture ${architecture}, context of ${formatCount(context.contextTokens)} tokens`,
    `Settings ${JSON.stringify(settings)}`,
    ...rows,
  ].join('\n')
}

const bytes = (count: number | null): string => (count === null ? 'nothing' : `${formatCount(count)} bytes`)
