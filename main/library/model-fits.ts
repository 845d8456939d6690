import { isDeepStrictEqual } from 'node:util'
import type { ModelFit } from '../../core/contract/models/library'
import type { ModelFile } from '../../core/contract/models/models'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import { wantedContextTokens } from '../../core/kv/kv-settings-plan'
import { largestContext } from '../../core/plan/bill-answers'
import { gpuLayersInUse } from '../../core/plan/gpu-layers'
import type { PlanMachine } from '../../core/plan/machines/machine'
import type { PlanSubject } from '../../core/plan/plan-subject'
import { inspectLocation } from './header/inspect-location'
import { stampOf } from './scan/find-models'

const mostKept = 200

export class ModelFits {
  private readonly kept = new Map<string, { readonly stamp: string; readonly subject: PlanSubject }>()

  /** `stored` are the settings of the model. */
  async of({ id, path }: Pick<ModelFile, 'id' | 'path'>, stored: KvSettings, machine: PlanMachine): Promise<ModelFit> {
    const subject = await this.subjectAt(path).catch(() => undefined)
    if (!subject) return { modelId: id, contextTokens: null, loadsTokens: null }
    const contextTokens = fittingTokens(subject, defaultKvSettings, machine)
    const wanted = wantedContextTokens(stored, subject.shape)
    if (stored.contextTokens !== 'auto') return { modelId: id, contextTokens, loadsTokens: wanted }
    const fitting = isDeepStrictEqual(stored, defaultKvSettings) ? contextTokens : fittingTokens(subject, stored, machine)
    return { modelId: id, contextTokens, loadsTokens: Math.min(wanted, fitting) }
  }

  private async subjectAt(path: string): Promise<PlanSubject> {
    const stamp = (await stampOf(path)) ?? ''
    const known = this.kept.get(path)
    if (known?.stamp === stamp) return known.subject
    const subject = await inspectLocation(path)
    this.kept.set(path, { stamp, subject })
    for (const oldest of this.kept.keys()) if (this.kept.size > mostKept) this.kept.delete(oldest)
    return subject
  }
}

function fittingTokens(subject: PlanSubject, kv: KvSettings, machine: PlanMachine): number {
  const { threads: _, gpuBackend: __, ...settings } = kv
  const asked = { ...settings, contextTokens: wantedContextTokens(settings, subject.shape) }
  return largestContext(subject, asked, machine, gpuLayersInUse(subject, asked, machine))
}
