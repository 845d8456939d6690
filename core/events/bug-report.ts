/** A report contains no conversation text and no folder names. */

import type { ModelStatus } from '../contract/app/app-state'
import type { AppEvent } from '../contract/app/events'
import type { HostInfo } from '../contract/host'
import type { EngineInfo } from '../contract/models/models'
import { describeEvent } from '../copy/facts'
import { formatBytes, formatCount } from '../text/amounts'
import { fileNameOf } from '../text/file-path'

export interface ReportFacts {
  readonly info: Pick<HostInfo, 'version' | 'host' | 'platform' | 'memoryBytes'>
  readonly engine: EngineInfo | null
  readonly model: ModelStatus
  readonly events: readonly AppEvent[]
}

export function bugReport({ info, engine, model, events }: ReportFacts): string {
  return [
    'Headroom: what happened',
    `Headroom ${info.version}, ${info.host} on ${info.platform}, ${formatBytes(info.memoryBytes)} of memory`,
    engine ? engineLine(engine) : 'No engine runs',
    ...modelLines(model),
    '',
    ...events.map((event) => `${new Date(event.at).toISOString()}  ${event.kind}  ${event.code}  ${describeEvent(event)}`),
    '',
  ].join('\n')
}

const engineLine = ({ engine, release, backend, devices, cores }: EngineInfo): string =>
  `${engine}, llama.cpp ${release}, ${backend}${devices.length > 0 ? ` (${devices.join(', ')})` : ''}, ${cores} cores`

function modelLines(model: ModelStatus): string[] {
  if (model.status === 'server') return [`Model at a server: ${model.server.facts.kind} ${model.server.facts.version ?? ''}`.trim()]
  if (model.status === 'none' || !model.file) return ['No model']
  const { file, settings } = model
  return [
    `Model ${fileNameOf(file.path)}: ${file.architecture}, ${file.weightType}, ${formatBytes(file.sizeBytes)}, ${formatCount(file.layers)} layers, ${model.status}`,
    ...(settings ? [`Settings ${JSON.stringify(settings)}`] : []),
    ...(model.status === 'ready' ? [`Context ${JSON.stringify(model.context)}`] : []),
  ]
}

/** Keeps only the last name of each path. Names of known `folders` may contain spaces. */
export function withoutFolders(text: string, folders: readonly string[] = []): string {
  const known = folders.filter((folder) => folder.length > 1).reduce((rest, folder) => rest.replaceAll(folder, '/…'), text)
  return known.replace(/(?<![\w:/\\.])(?:[A-Za-z]:)?[\\/](?:[^\s"'<>|:*?\\/]+[\\/])+(?=[^\s"'<>|:*?\\/])/g, '')
}

export function factsWithoutFolders<Facts>(facts: Facts, folders: readonly string[] = []): Facts {
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return withoutFolders(value, folders)
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clean(one)]))
  }
  return clean(facts) as Facts
}

/** Removes quotes, because they may contain the user's words. */
export const withoutQuotes = (message: string): string =>
  message.replace(/"[^"]*("|$)|'[^']*'(?=\W|$)|“[^”]*(”|$)|`[^`]*`/g, '"…"').slice(0, 300)
