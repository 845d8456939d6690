import { legible } from '../../gguf/malformed'
import { type PlanSubject, planSubjectOf } from '../plan-subject'
import { headerFromConfig } from './header-from-config'
import type { ConfigObject } from './keys/config-keys'
import { unreadable } from './keys/unreadable'
import { refuseOtherConfigs } from './other-configs'
import { parseConfig } from './parse-config'
import { sharesEmbedding } from './shares-embedding'

/** Throws `config-unreadable`. */
export function subjectFromConfig(text: string): PlanSubject {
  const config = parseConfig(text)
  refuseOtherConfigs(config)
  const { header } = headerFromConfig(config)
  const subject = planSubjectOf(
    header,
    nameOf(config) ?? header.metadata.get('general.architecture')?.toString() ?? '',
    sharesEmbedding(config),
  )
  const releases = Object.values(subject.shape.releases)
  const refusal = releases.every((release) => 'unloadable' in release) ? releases[0] : undefined
  if (refusal && 'unloadable' in refusal) throw unreadable({ kind: 'llama.cpp', quoted: refusal.unloadable })
  return subject
}

/** Ignores a `_name_or_path` that is a local path. */
function nameOf({ _name_or_path: path, model_type: modelType }: ConfigObject): string | undefined {
  if (typeof path === 'string' && /^[\w.-]+\/[\w.-]+$/.test(path)) return legible(path)
  return typeof modelType === 'string' && modelType.trim() !== '' ? legible(modelType) : undefined
}
