/** Models as Ollama's `/api/tags`, `/api/ps` and `/api/show` describe them. */
import { describeModel } from '../../gguf/describe-model'
import { type GgufHeader, type GgufValue, isGgufArray, textOf } from '../../gguf/header'
import { poolingOf } from '../../gguf/pooling'

export interface OllamaModel {
  readonly id: string
  readonly sizeBytes: number
  readonly vramBytes: number
  readonly contextTokens: number
  /** In epoch ms. */
  readonly loadedAtMs: number
}

/** Ollama names a model that has no tag `latest`. */
const tagged = (id: string): string => (id.includes(':') ? id : `${id}:latest`)

/** Ollama's digest is that of the file; Headroom does not read gigabytes for it. */
const noDigest = ''

export const tagJson = (model: OllamaModel, header: GgufHeader) => ({
  name: tagged(model.id),
  model: tagged(model.id),
  modified_at: new Date(model.loadedAtMs).toISOString(),
  size: model.sizeBytes,
  digest: noDigest,
  details: detailsOf(header),
})

/** As Ollama writes it for a model that stays loaded. */
const neverExpires = '2318-01-01T00:00:00Z'

export const runningJson = (model: OllamaModel, header: GgufHeader) => {
  const { modified_at: _, ...rest } = tagJson(model, header)
  return { ...rest, expires_at: neverExpires, size_vram: model.vramBytes, context_length: model.contextTokens }
}

export interface ShownModel extends OllamaModel {
  /** '' if the model uses another template than the one in its file. */
  readonly template: string
  readonly hasTools: boolean
  readonly hasReasoning: boolean
}

export const showJson = (model: ShownModel, header: GgufHeader, verbose: boolean) => ({
  license: textOf(header, 'general.license') ?? '',
  modelfile: '',
  parameters: '',
  template: model.template,
  system: '',
  details: detailsOf(header),
  model_info: infoOf(header, verbose),
  capabilities: [
    'completion',
    ...(isForEmbeddings(header) ? ['embedding'] : []),
    ...(model.hasTools ? ['tools'] : []),
    ...(model.hasReasoning ? ['thinking'] : []),
  ],
  modified_at: new Date(model.loadedAtMs).toISOString(),
})

/** As in Ollama: if the file names a pooling type. */
const isForEmbeddings = (header: GgufHeader): boolean => ['mean', 'cls', 'last'].includes(poolingOf(header).type)

function detailsOf(header: GgufHeader) {
  const { architecture, parameters, weightType } = describeModel(header)
  return {
    parent_model: '',
    format: 'gguf',
    family: architecture,
    families: [architecture],
    parameter_size: amountOf(parameters),
    quantization_level: weightType.toUpperCase(),
  }
}

/** Such as `7.6B` or `494.03M`. */
function amountOf(parameters: number): string {
  if (parameters >= 1e9) return `${(parameters / 1e9).toFixed(1)}B`
  if (parameters >= 1e6) return `${(parameters / 1e6).toFixed(2)}M`
  return `${(parameters / 1e3).toFixed(2)}K`
}

/** Ollama writes null for arrays unless the request is verbose. */
const infoOf = (header: GgufHeader, verbose: boolean) => ({
  ...Object.fromEntries(
    [...header.metadata].filter(([key]) => key !== 'tokenizer.chat_template').map(([key, value]) => [key, infoValue(value, verbose)]),
  ),
  'general.parameter_count': describeModel(header).parameters,
})

function infoValue(value: GgufValue, verbose: boolean): unknown {
  if (!isGgufArray(value)) return typeof value === 'bigint' ? Number(value) : value
  return verbose && value.values ? value.values.map((each) => infoValue(each, verbose)) : null
}
