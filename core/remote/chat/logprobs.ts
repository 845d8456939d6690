import { fieldsOf, listOf, textOf } from '../json-fields'
import type { TokenLogprobs } from '../stream-events'

/** A list of `{token, logprob, top_logprobs}`, as OpenAI and Ollama send it. Entries that cannot be read are left out. */
export function logprobsFrom(value: unknown): TokenLogprobs[] {
  return listOf(value).flatMap((entry) => {
    const one = tokenFrom(entry)
    return one ? [{ ...one, alternatives: listOf(fieldsOf(entry).top_logprobs).flatMap((other) => tokenFrom(other) ?? []) }] : []
  })
}

function tokenFrom(value: unknown): { readonly token: string; readonly logprob: number } | undefined {
  const fields = fieldsOf(value)
  const token = textOf(fields.token)
  const { logprob } = fields
  return token !== null && typeof logprob === 'number' && Number.isFinite(logprob) && logprob <= 0 ? { token, logprob } : undefined
}
