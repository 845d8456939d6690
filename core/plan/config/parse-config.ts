import { type ConfigObject, isObject } from './keys/config-keys'
import { unreadable } from './keys/unreadable'

/** Real configurations have a few thousand. */
const mostCharacters = 1_000_000

export function parseConfig(text: string): ConfigObject {
  if (text.length > mostCharacters)
    throw unreadable(`it is ${text.length} characters long, and the config.json of a model has some thousand`)
  if (text.trim() === '') throw unreadable('it is empty')
  const value = parse(text)
  if (isObject(value)) return value
  throw unreadable(
    Array.isArray(value)
      ? 'it is a list; the config.json of a model is an object, {"model_type": "llama", ...} (a list is a modules.json)'
      : 'it is a single value; the config.json of a model is an object, {"model_type": "llama", ...}',
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(withoutPythonNumbers(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    throw unreadable(`it is no JSON (${error instanceof Error ? firstLine(error.message) : 'it cannot be parsed'})`)
  }
}

/**
 * Python writes numbers that JSON does not allow: configs of Mamba 2 models contain `"time_step_limit": [0.0, Infinity]`. They become null;
 * strings stay as they are.
 */
const withoutPythonNumbers = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:Infinity|NaN)\b/g, (found) => (found.startsWith('"') ? found : 'null'))

const messageCharacters = 120
const firstLine = (message: string): string => (message.split('\n')[0] ?? '').slice(0, messageCharacters)
