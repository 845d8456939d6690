import { countOf, type Fields, fieldsOf, flagOf, listOf, nameOf } from '../json-fields'
import type { RemoteModel, ServerAbilities, ServerFacts } from '../server-facts'

export const unknownAbilities: ServerAbilities = {
  tools: null,
  reasoning: null,
  schema: null,
  images: null,
  logprobs: null,
  cachedTokens: null,
  metrics: false,
  slots: false,
}

const noFacts = { version: null, slots: null, chatTemplate: null, abilities: unknownAbilities }

/** The entries of `/v1/models`, or null if the answer is no such list. */
export function modelEntries(value: unknown): readonly Fields[] | null {
  const { data } = fieldsOf(value)
  if (!Array.isArray(data)) return null
  return data.map(fieldsOf).filter(({ id }) => nameOf(id) !== null)
}

/** The context is vLLM's and SGLang's `max_model_len`, llama-server's `meta.n_ctx`, or OpenRouter's `context_length`. */
function modelFrom(entry: Fields): RemoteModel {
  const contextTokens = countOf(entry.max_model_len) ?? countOf(fieldsOf(entry.meta).n_ctx) ?? countOf(entry.context_length)
  return { id: nameOf(entry.id) ?? '', contextTokens: contextTokens || null, state: null, ...imagesIn(entry) }
}

/** llama-server's router and OpenRouter list what a model reads. */
function imagesIn(entry: Fields): Pick<RemoteModel, 'images'> {
  const { input_modalities: modalities } = fieldsOf(entry.architecture)
  return Array.isArray(modalities) ? { images: modalities.includes('image') } : {}
}

export const openAiFacts = (entries: readonly Fields[]): ServerFacts => ({ ...noFacts, kind: 'openai', models: entries.map(modelFrom) })

/** llama-server's `/props`. Undefined if the answer is of another program. */
export function llamaFacts(value: unknown, entries: readonly Fields[]): ServerFacts | undefined {
  const props = fieldsOf(value)
  const version = nameOf(props.build_info)
  if (version === null || typeof props.default_generation_settings !== 'object') return undefined
  if (props.role === 'router') return { ...noFacts, kind: 'llama-server', version, isRouter: true, models: routerModels(entries) }
  return {
    kind: 'llama-server',
    version,
    models: entries.map((entry) => ({ ...modelFrom(entry), state: 'loaded' })),
    slots: countOf(props.total_slots) || null,
    chatTemplate: nameOf(props.chat_template),
    abilities: {
      ...unknownAbilities,
      tools: flagOf(fieldsOf(props.chat_template_caps).supports_tools),
      images: flagOf(fieldsOf(props.modalities).vision),
      metrics: props.endpoint_metrics === true,
      slots: props.endpoint_slots === true,
    },
  }
}

/** Older versions do not say whether they have `/metrics` and `/slots`. */
export const saysWhatItOffers = (value: unknown): boolean => flagOf(fieldsOf(value).endpoint_metrics) !== null

export const routerModels = (entries: readonly Fields[]): readonly RemoteModel[] => entries.map(routerModel)

/** A sleeping model has to be loaded again. Source: `server_model_status_to_string` in llama.cpp's tools/server/server-models.h. */
function routerModel(entry: Fields): RemoteModel {
  const word = fieldsOf(entry.status).value
  const state = word === 'loaded' || word === 'loading' ? word : word === undefined ? null : 'unloaded'
  return { ...modelFrom(entry), state }
}

/** vLLM's `/version`. Its list has only models that it serves. */
export function vllmFacts(value: unknown, entries: readonly Fields[], metrics: boolean): ServerFacts | undefined {
  const isNamed = entries.some(({ owned_by: owner }) => owner === 'vllm')
  if (!isNamed && !metrics) return undefined
  return {
    ...noFacts,
    kind: 'vllm',
    version: nameOf(fieldsOf(value).version),
    models: entries.map((entry) => ({ ...modelFrom(entry), state: 'loaded' })),
    abilities: { ...unknownAbilities, metrics },
  }
}

/** SGLang's `/server_info`, which also has the server's key: only these fields are read. `model`: its `/model_info`. */
export function sglangFacts(value: unknown, entries: readonly Fields[], model: unknown): ServerFacts | undefined {
  const info = fieldsOf(value)
  if (!Array.isArray(info.internal_states) && countOf(info.max_total_num_tokens) === null) return undefined
  return {
    ...noFacts,
    kind: 'sglang',
    version: nameOf(info.version),
    models: entries.map((entry) => ({ ...modelFrom(entry), state: 'loaded' })),
    slots: countOf(info.max_running_requests) || null,
    abilities: {
      ...unknownAbilities,
      tools: nameOf(info.tool_call_parser) === null ? null : true,
      reasoning: nameOf(info.reasoning_parser) === null ? null : true,
      images: flagOf(fieldsOf(model).has_image_understanding),
      cachedTokens: flagOf(info.enable_cache_report),
      metrics: info.enable_metrics === true,
    },
  }
}

/** Ollama's `/api/version`, `/api/tags` and `/api/ps`. */
export function ollamaFacts(version: unknown, tags: unknown, running: unknown): ServerFacts | undefined {
  const versionName = nameOf(fieldsOf(version).version)
  const known = fieldsOf(tags).models
  const loaded = fieldsOf(running).models
  if (versionName === null || !Array.isArray(known) || !Array.isArray(loaded)) return undefined
  const contexts = new Map(loaded.map(fieldsOf).map((model) => [nameOf(model.name), countOf(model.context_length) || null]))
  return {
    ...noFacts,
    kind: 'ollama',
    version: versionName,
    models: known.flatMap((entry): RemoteModel[] => {
      const id = nameOf(fieldsOf(entry).name)
      return id === null ? [] : [{ id, contextTokens: contexts.get(id) ?? null, state: contexts.has(id) ? 'loaded' : 'unloaded' }]
    }),
  }
}

/** Ollama's `/api/show`: what one of its models can do. Older versions do not report it. */
export function withOllamaAbilities(facts: ServerFacts, value: unknown): ServerFacts {
  const { capabilities } = fieldsOf(value)
  if (!Array.isArray(capabilities)) return facts
  const can = (name: string): boolean => capabilities.includes(name)
  const abilities = { ...facts.abilities, tools: can('tools'), reasoning: can('thinking'), images: can('vision') }
  return { ...facts, abilities }
}

/** LM Studio's `/api/v1/models`, or `/api/v0/models` before LM Studio 0.4. */
export function lmStudioFacts(value: unknown): ServerFacts | undefined {
  const models = fieldsOf(value).models
  if (Array.isArray(models)) {
    const entries = models.map(fieldsOf).filter((entry) => nameOf(entry.key) !== null && Array.isArray(entry.loaded_instances))
    return entries.length > 0 || models.length === 0 ? lmStudio(entries.filter(({ type }) => type === 'llm').map(lmStudioModel)) : undefined
  }
  const entries = modelEntries(value)?.filter(({ state }) => state === 'loaded' || state === 'not-loaded')
  return entries && entries.length > 0 ? lmStudio(entries.filter(({ type }) => type !== 'embeddings').map(olderLmStudioModel)) : undefined
}

const lmStudio = (models: readonly RemoteModel[]): ServerFacts => ({ ...noFacts, kind: 'lm-studio', models })

function lmStudioModel(entry: Fields): RemoteModel {
  const [instance] = listOf(entry.loaded_instances).map(fieldsOf)
  return {
    id: nameOf(entry.key) ?? '',
    contextTokens: countOf(fieldsOf(instance?.config).context_length) || null,
    state: instance ? 'loaded' : 'unloaded',
    ...seesIn(flagOf(fieldsOf(entry.capabilities).vision)),
  }
}

const olderLmStudioModel = (entry: Fields): RemoteModel => ({
  id: nameOf(entry.id) ?? '',
  contextTokens: countOf(entry.loaded_context_length) || null,
  state: entry.state === 'loaded' ? 'loaded' : 'unloaded',
  ...seesIn(entry.type === 'vlm' ? true : entry.type === 'llm' ? false : null),
})

const seesIn = (images: boolean | null): Pick<RemoteModel, 'images'> => (images === null ? {} : { images })
