import type { SamplingSettings } from '../../contract/settings/sampling'
import type { ServerKind } from '../server-facts'
import type { ChatRequest, RemoteSampling } from '../stream-events'

export type RemoteSetting =
  | 'temperature'
  | 'topK'
  | 'topP'
  | 'minP'
  | 'frequencyPenalty'
  | 'presencePenalty'
  | 'seed'
  | 'maxTokens'
  | 'stopTexts'
  | 'ignoreEndOfText'
  | 'thinking'
  | 'reasoningEffort'
  | 'keepReasoning'
  | 'grammar'
  | 'toolChoice'

const everywhere: readonly RemoteSetting[] = [
  'temperature',
  'topP',
  'frequencyPenalty',
  'presencePenalty',
  'seed',
  'maxTokens',
  'stopTexts',
  'reasoningEffort',
  'keepReasoning',
  'grammar',
  'toolChoice',
]
const llamaLike: readonly RemoteSetting[] = [...everywhere, 'topK', 'minP', 'thinking', 'ignoreEndOfText']

/** The settings that a server of this kind takes. Headroom sends no others, because a server can refuse a field that it does not know. */
const taken: Readonly<Record<ServerKind, readonly RemoteSetting[]>> = {
  'llama-server': llamaLike,
  vllm: llamaLike,
  sglang: llamaLike,
  ollama: [...everywhere, 'topK', 'minP', 'thinking'],
  'lm-studio': [...everywhere, 'topK', 'minP'],
  openai: everywhere,
}

export const takesSetting = (kind: ServerKind, name: RemoteSetting): boolean => taken[kind].includes(name)

type RequestSettings = Omit<ChatRequest, 'model' | 'messages' | 'tools' | 'topLogprobs'>

/** `answer` counts the answers to one prompt from 0. */
export function requestSettings(kind: ServerKind, sampling: SamplingSettings, answer: number): RequestSettings {
  const given = <Name extends RemoteSetting>(name: Name): SamplingSettings[Name] | null =>
    takesSetting(kind, name) ? sampling[name] : null
  return {
    sampling: samplingOf(given, sampling.seed === null ? null : (sampling.seed + answer) % 2 ** 32),
    maxTokens: sampling.maxTokens,
    ignoreEndOfText: given('ignoreEndOfText') ?? false,
    thinking: sampling.thinking === 'auto' || !takesSetting(kind, 'thinking') ? null : sampling.thinking === 'on',
    effort: sampling.reasoningEffort,
    schema: sampling.grammar?.kind === 'json-schema' ? (JSON.parse(sampling.grammar.text) as unknown) : null,
    toolChoice: typeof sampling.toolChoice === 'object' ? { name: sampling.toolChoice.tool } : sampling.toolChoice,
  }
}

function samplingOf(given: <Name extends RemoteSetting>(name: Name) => SamplingSettings[Name] | null, seed: number | null): RemoteSampling {
  return {
    temperature: given('temperature'),
    topP: given('topP'),
    topK: given('topK'),
    minP: given('minP'),
    seed,
    stop: given('stopTexts') ?? [],
    frequencyPenalty: given('frequencyPenalty') || null,
    presencePenalty: given('presencePenalty') || null,
  }
}
