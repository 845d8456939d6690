/**
 * A trace is JSON, JSON Lines or CSV. Headroom's entries have `prompt_tokens`, `prompt` or `messages`, and optionally `output_tokens`,
 * `at_ms` and `shared_prefix`; the CSV of `headroom bench --url` is such a trace. ShareGPT's entries have `conversations`.
 */
import Papa from 'papaparse'
import type { LoadFileProblem } from '../../contract/errors/compare-reasons'
import { conversationEntry } from './share-gpt'
import type { TraceEntry, TracePrompt } from './trace-entry'
import { field, messagesIn } from './trace-fields'

export type Trace = { readonly entries: readonly TraceEntry[] } | { readonly problem: LoadFileProblem }

export const mostTraceEntries = 100_000

export function readTrace(text: string): Trace {
  const raw = rawEntries(text.trim())
  if ('problem' in raw) return raw
  if (raw.values.length > mostTraceEntries) return { problem: { kind: 'too-many', most: mostTraceEntries } }
  const entries: TraceEntry[] = []
  for (const [at, value] of raw.values.entries()) {
    const entry = entryFrom(value, at + 1)
    if (entry && 'kind' in entry) return { problem: entry }
    if (entry) entries.push(entry)
  }
  return entries.length > 0 ? { entries } : { problem: { kind: 'no-entries' } }
}

type Raw = { readonly values: readonly unknown[] } | { readonly problem: LoadFileProblem }

function rawEntries(text: string): Raw {
  if (text === '') return { problem: { kind: 'empty' } }
  if (text.startsWith('[')) {
    const list = parsed(text)
    return Array.isArray(list) ? { values: list } : { problem: { kind: 'json-incomplete' } }
  }
  return text.startsWith('{') ? linesOf(text) : { values: rowsOf(text) }
}

function linesOf(text: string): Raw {
  const values: unknown[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const value = parsed(line)
    if (value === undefined) return { problem: { kind: 'line-not-json', line: at + 1 } }
    values.push(value)
  }
  return { values }
}

/** Empty fields are left out. */
function rowsOf(text: string): Record<string, string>[] {
  const { data } = Papa.parse<Record<string, string>>(text, {
    header: true,
    delimiter: ',',
    skipEmptyLines: true,
    preview: mostTraceEntries + 1,
  })
  return data.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns undefined for a conversation without an answer. */
function entryFrom(value: unknown, entry: number): TraceEntry | LoadFileProblem | undefined {
  if (typeof value !== 'object' || value === null) return { kind: 'entry-without-prompt', entry }
  const fields = value as Readonly<Record<string, unknown>>
  if ('conversations' in fields) return conversationEntry(fields.conversations)
  const messages = messagesIn(fields)
  // A result has the tokens of the text and, in `prompt_tokens`, those with the chat template.
  const tokens = field(fields, ['planned_prompt_tokens', 'prompt_tokens'], entry, 'tokens')
  const output = field(fields, ['planned_output_tokens', 'output_tokens'], entry, 'tokens')
  const atMs = field(fields, ['at_ms', 'sent_ms'], entry, 'time')
  const shared = field(fields, ['shared_prefix'], entry, 'share')
  for (const one of [tokens, output, atMs, shared]) if (typeof one === 'object' && one !== null) return one
  const prompt: TracePrompt | undefined = messages
    ? { kind: 'messages', messages }
    : typeof tokens === 'number'
      ? { kind: 'tokens', tokens }
      : undefined
  if (!prompt) return { kind: 'entry-without-prompt', entry }
  return {
    prompt,
    output: typeof output === 'number' ? { kind: 'tokens', tokens: output } : null,
    atMs: atMs as number | null,
    shared: shared as number | null,
  }
}
