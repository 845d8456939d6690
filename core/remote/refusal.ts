import { type CodedError, coded } from '../contract/errors/coded-error'
import { countOf, type Fields, fieldsOf, nameOf } from './json-fields'
import { quoteOf } from './quote'

export interface Refused {
  /** Without user, password and query. */
  readonly url: string
  /** null for an error in the middle of a stream. */
  readonly status: number | null
  readonly body: string
  readonly key: string | null
  /** null for a request without a model. */
  readonly model: string | null
  readonly retryAfterSeconds?: number
}

/** The error that a server's refusal means. */
export function refusalOf(refused: Refused): CodedError {
  const { url, key, model } = refused
  const error = errorIn(refused.body)
  const status = refused.status ?? statusIn(error)
  const said = quoteOf(nameOf(error.message) ?? '', key)
  if (status === 401 || status === 403) return coded('server-key-refused', { url, status, hadKey: key !== null })
  const overflow = overflowIn(error, said)
  if (overflow) return coded('server-context-exceeded', { url, ...overflow, quoted: said })
  if (model !== null && isAboutModel(error, said, status)) return coded('server-model-missing', { url, model, quoted: said })
  if (status === 503 && /loading model/i.test(said)) return coded('server-busy', { url, status, isLoading: true })
  if (status === 408 || status === 429 || status === 503) {
    const { retryAfterSeconds } = refused
    return coded('server-busy', { url, status, isLoading: false, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) })
  }
  if (status === 404 || status === 405) return coded('server-path-wrong', { url, status })
  if (status !== null && status < 500) return coded('server-refused', { url, status, quoted: said })
  return coded('server-failed', { url, status, quoted: said })
}

/** The error in a piece of a stream, or null. */
export function streamError(value: unknown): string | null {
  const fields = fieldsOf(value)
  const isError = (fields.error !== undefined && fields.error !== null) || fields.object === 'error'
  return isError ? JSON.stringify(value) : null
}

/**
 * `{error: {message, type, code}}` (OpenAI, llama-server, new vLLM), `{error: "…"}` (Ollama, LM Studio), `{message, type, code}` (SGLang,
 * older vLLM), `{detail}` (FastAPI), or text.
 */
function errorIn(body: string): Fields {
  const value = parsed(body)
  if (value === undefined) return { message: /^\s*</.test(body) ? '' : body }
  const outer = fieldsOf(value)
  if (typeof outer.error === 'string') return { ...outer, message: outer.error }
  if (typeof outer.error === 'object' && outer.error !== null) return fieldsOf(outer.error)
  if (outer.detail !== undefined) return { message: typeof outer.detail === 'string' ? outer.detail : JSON.stringify(outer.detail) }
  return outer
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function statusIn({ code, status_code: statusCode }: Fields): number | null {
  const status = countOf(code) ?? countOf(statusCode)
  return status !== null && status >= 400 && status < 600 ? status : null
}

function isAboutModel({ code, type }: Fields, said: string, status: number | null): boolean {
  if (status !== 400 && status !== 404) return false
  return (
    code === 'model_not_found' ||
    (/\bmodel\b/i.test(said) && /not found|not exist|no such model|unknown model|invalid model/i.test(said)) ||
    type === 'model_not_found'
  )
}

interface Overflow {
  readonly promptTokens: number | null
  readonly contextTokens: number | null
}

const overflowTexts =
  /maximum context length|maximum model length|available context size|max context size|model's context length|exceeds? the (?:model's )?context|input length exceeds|context length of only|initial prompt is greater than the context/i

function overflowIn(error: Fields, said: string): Overflow | undefined {
  if (error.type === 'exceed_context_size_error')
    return { promptTokens: countOf(error.n_prompt_tokens), contextTokens: countOf(error.n_ctx) }
  if (error.code !== 'context_length_exceeded' && !overflowTexts.test(said)) return undefined
  return { promptTokens: numberIn(said, promptTexts), contextTokens: numberIn(said, contextTexts) }
}

/** The sentences of vLLM (vllm/renderers/params.py in 0.32.0, older ones in vllm/v1/engine), SGLang (tokenizer_manager.py), OpenAI and LM Studio. */
const contextTexts = [
  /maximum context length (?:is|of) (\d+)/i,
  /maximum model length of (\d+)/i,
  /context length \((\d+)/i,
  /context length of only (\d+)/i,
  /context size \((\d+)/i,
]
/** "At least" is no count of the prompt, so those sentences are left out. */
const promptTexts = [
  /\((\d+) in the messages/i,
  /prompt contains (\d+) input tokens/i,
  /request has (\d+) input tokens/i,
  /(\d+) tokens from the input/i,
  /input \((\d+) tokens\)/i,
  /request \((\d+) tokens\)/i,
  /prompt \(length (\d+)\)/i,
  /messages resulted in (\d+)/i,
]

function numberIn(text: string, patterns: readonly RegExp[]): number | null {
  for (const pattern of patterns) {
    const digits = pattern.exec(text)?.[1]
    if (digits !== undefined) return countOf(Number(digits))
  }
  return null
}
