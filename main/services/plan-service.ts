/** Models and machine as a plan needs them. Nothing is loaded, downloaded or stored: only headers are read. */
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { coded } from '../../core/contract/coded-error'
import { maxConfigCharacters, type PlanSource } from '../../core/contract/plan'
import { describeModel } from '../../core/gguf/describe-model'
import { subjectFromConfig } from '../../core/plan/config/subject-from-config'
import type { PlanMachine } from '../../core/plan/machine'
import { type PlanSubject, planSubjectOf } from '../../core/plan/plan-subject'
import { asFileFailure } from '../library/file-failures'
import type { ModelLibrary } from '../library/model-library'
import { readModelHeader } from '../library/read-model-header'
import type { AppStateHolder } from './app-state'

export class PlanService {
  constructor(
    private readonly library: ModelLibrary,
    private readonly state: AppStateHolder,
  ) {}

  /** Throws the coded errors of files, of servers and of GGUF, `model-not-found` and `config-unreadable`. */
  async inspect(source: PlanSource, signal?: AbortSignal): Promise<PlanSubject> {
    switch (source.kind) {
      case 'config':
        return subjectFromConfig(source.text)
      case 'place':
        return inspectPlace(source.place, signal)
      case 'model': {
        const file = await this.library.get(source.modelId)
        return { ...(await inspectPlace(file.path, signal)), name: file.name }
      }
    }
  }

  machine(): PlanMachine {
    const { engine } = this.state.value
    const info = engine.status === 'ready' ? engine.info : undefined
    return {
      ram: { totalBytes: os.totalmem(), freeBytes: os.freemem() },
      vram: info?.vram ? { ...info.vram, devices: info.devices } : null,
      measuredAtMs: Date.now(),
    }
  }
}

/** A .gguf file or a config.json, by path; a .gguf file by address. Throws coded errors. */
export async function inspectPlace(place: string, signal?: AbortSignal): Promise<PlanSubject> {
  if (isConfig(place)) return subjectFromConfig(await readConfig(place))
  const { header, source } = await readModelHeader(place, signal ? { signal } : {})
  return planSubjectOf(header, describeModel(header).name ?? nameOf(source.name))
}

const isConfig = (place: string): boolean => /\.json$/i.test(place) && !/^https?:/i.test(place)
const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) || path

async function readConfig(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw asFileFailure(error, path)
  })
  if (text.length > maxConfigCharacters) throw coded('config-unreadable', { reason: `it has ${text.length} characters` })
  return text
}
