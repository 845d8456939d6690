import { type ConfigObject, isObject } from './keys/config-keys'
import { unreadable } from './keys/unreadable'

const mostCharacters = 1_000_000

export function parseConfig(text: string): ConfigObject {
  if (text.length > mostCharacters) throw unreadable({ kind: 'too-long', characters: text.length })
  if (text.trim() === '') throw unreadable({ kind: 'empty' })
  const value = parse(text)
  if (isObject(value)) return value
  throw unreadable({ kind: Array.isArray(value) ? 'list' : 'single-value' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(withoutPythonNumbers(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    throw unreadable({ kind: 'json', quoted: firstLine(error instanceof Error ? error.message : String(error)) })
  }
}

/** Replaces Infinity and NaN, which Python writes but JSON does not allow, with null. */
const withoutPythonNumbers = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:Infinity|NaN)\b/g, (found) => (found.startsWith('"') ? found : 'null'))

const messageCharacters = 120
const firstLine = (message: string): string => (message.split('\n')[0] ?? '').slice(0, messageCharacters)
