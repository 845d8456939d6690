import { coded } from '../../../core/contract/errors/coded-error'
import { maxConfigCharacters } from '../../../core/contract/wire/text-limits'
import { describeModel } from '../../../core/gguf/describe-model'
import { subjectFromConfig } from '../../../core/plan/config/subject-from-config'
import { type PlanSubject, planSubjectOf } from '../../../core/plan/plan-subject'
import { fileNameOf } from '../../../core/text/file-path'
import { locationOf } from './model-location'
import { readModelHeader } from './read-model-header'
import type { HttpOptions } from './remote-file'

/** Throws `config-unreadable`, and file, server and GGUF errors. */
export async function inspectLocation(pathOrUrl: string, options: HttpOptions = {}): Promise<PlanSubject> {
  if (isConfig(pathOrUrl)) return subjectFromConfig(await readText(pathOrUrl, options))
  const { header, source } = await readModelHeader(pathOrUrl, options)
  return planSubjectOf(header, describeModel(header).name ?? fileNameOf(source.name))
}

const isConfig = (pathOrUrl: string): boolean => /\.json(?:[?#].*)?$/i.test(pathOrUrl)

const readText = (pathOrUrl: string, options: HttpOptions): Promise<string> =>
  locationOf(pathOrUrl).read(options, async (source) => {
    if (source.sizeBytes > maxConfigCharacters)
      throw coded('config-unreadable', { flaw: { kind: 'too-long', characters: source.sizeBytes } })
    return new TextDecoder().decode(await source.read(0, source.sizeBytes, source.sizeBytes))
  })
