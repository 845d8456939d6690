/** Source: `ShareGPTDataset` in vllm/benchmarks/datasets, vLLM 0.33.0: the first message is the prompt, the second has the output's length. */
import type { TraceEntry } from './trace-entry'

/** Returns undefined for a conversation without an answer. */
export function conversationEntry(conversations: unknown): TraceEntry | undefined {
  const [prompt, answer] = Array.isArray(conversations) ? conversations.map(textOf) : []
  if (!prompt || !answer) return undefined
  return {
    atMs: null,
    prompt: { kind: 'messages', messages: [{ role: 'user', text: prompt }] },
    output: { kind: 'text', text: answer },
    shared: null,
  }
}

function textOf(message: unknown): string | undefined {
  const { value } = (message ?? {}) as { value?: unknown }
  return typeof value === 'string' ? value : undefined
}

/** Source: `is_valid_sequence` in vllm/benchmarks/datasets, vLLM 0.33.0. */
export const isSampled = (promptTokens: number, outputTokens: number): boolean =>
  promptTokens >= 4 && outputTokens >= 4 && promptTokens <= 1024 && promptTokens + outputTokens <= 2048
