import { coded } from '../../../core/contract/errors/coded-error'
import { maxConfigCharacters } from '../../../core/contract/wire/text-limits'
import { readGgufHeader } from '../../../core/gguf/read-header'
import { type PlanSubject, planSubjectOf } from '../../../core/plan/plan-subject'
import { fileNameOf } from '../../../core/text/file-path'
import { appStore } from '../../client/app-store'
import { textOf } from '../../client/sendable'
import { pathOf } from '../../client/transport'
import { presetOf, presetSubject } from './presets'

/** `name` is shown while Headroom reads the model. */
export type PlanChoice = { readonly name: string } & (
  | { readonly kind: 'model'; readonly modelId: string }
  | { readonly kind: 'preset'; readonly presetId: string }
  /** A path on the host's machine, or an http or https URL. */
  | { readonly kind: 'location'; readonly location: string }
  | { readonly kind: 'config'; readonly text: string }
  | { readonly kind: 'config-file'; readonly file: File }
  /** A browser hides the file's path. */
  | { readonly kind: 'file'; readonly file: File }
)

export const modelChoice = ({ id, name }: { readonly id: string; readonly name: string }): PlanChoice => ({
  kind: 'model',
  modelId: id,
  name,
})
export const presetChoice = ({ id, name }: { readonly id: string; readonly name: string }): PlanChoice => ({
  kind: 'preset',
  presetId: id,
  name,
})
export const locationChoice = (location: string): PlanChoice => ({ kind: 'location', location, name: fileNameOf(location) })

/** If the path is unknown, the window reads the file. */
export function fileChoice(file: File): PlanChoice {
  const path = pathOf(file)
  if (path) return locationChoice(path)
  if (/\.json$/i.test(file.name)) return { kind: 'config-file', file, name: file.name }
  return { kind: 'file', file, name: file.name }
}

/** Throws the coded errors of `plan.inspect` and of reading a file. */
export async function readSubject(choice: PlanChoice, signal?: AbortSignal): Promise<PlanSubject> {
  const options = signal ? { signal } : {}
  switch (choice.kind) {
    case 'preset': {
      const preset = presetOf(choice.presetId)
      if (!preset) throw new Error(`Expected a preset, got ${choice.presetId}`)
      return presetSubject(preset)
    }
    case 'file':
      return readInPlace(choice.file)
    case 'model':
      return host().plan.inspect({ kind: 'model', modelId: choice.modelId }, options)
    case 'location':
      return host().plan.inspect({ kind: 'location', location: choice.location }, options)
    case 'config-file': {
      const text = await textOf(choice.file, maxConfigCharacters)
      return host().plan.inspect({ kind: 'config', text }, options)
    }
    case 'config': {
      const subject = await host().plan.inspect({ kind: 'config', text: choice.text }, options)
      return subject
    }
  }
}

function host() {
  const { host } = appStore.getState()
  if (!host) throw new Error('Expected a connection to the host')
  return host
}

async function readInPlace(file: File): Promise<PlanSubject> {
  const read = async (offset: number, length: number) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer())
  const reading = await readGgufHeader({ sizeBytes: file.size, read })
  if (reading.ok) return planSubjectOf(reading.header, file.name.replace(/\.gguf$/i, ''))
  switch (reading.code) {
    case 'gguf-not-a-model':
      throw coded(reading.code, { path: file.name, ...reading.facts })
    case 'gguf-version-unsupported':
      throw coded(reading.code, { path: file.name, ...reading.facts })
    case 'gguf-truncated':
      throw coded(reading.code, { path: file.name, ...reading.facts })
    case 'gguf-malformed':
      throw coded(reading.code, { path: file.name, ...reading.facts })
  }
}
