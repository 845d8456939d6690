/** Programs whose User-Agent is not their name. */
const names: readonly (readonly [RegExp, string])[] = [
  [/^claude-cli\b/i, 'Claude Code'],
  [/^codex_/i, 'Codex'],
  [/^opencode\b/i, 'opencode'],
  [/\bcline\b/i, 'Cline'],
  [/\bcontinue\b/i, 'Continue'],
  [/\bopen-?webui\b/i, 'Open WebUI'],
  [/^qwen-?code\b/i, 'Qwen Code'],
  [/^(?:Async)?OpenAI\/(?:JS|Python)\b/i, 'OpenAI SDK'],
  [/^(?:Async)?Anthropic\/(?:JS|Python)\b/i, 'Anthropic SDK'],
  [/^Mozilla\//i, 'browser'],
]
const longestName = 40

/** The key that Headroom makes for a single run does not identify a client. */
export const runKeyName = 'command line'

export const unknownClient = '?'

/** Returns the name of the key, or else the first product of the User-Agent. */
export function clientOf(userAgent: string, keyName: string | null): string {
  if (keyName !== null && keyName !== runKeyName) return keyName
  const known = names.find(([form]) => form.test(userAgent))
  if (known) return known[1]
  return (userAgent.split(/[\s/]/)[0] || unknownClient).slice(0, longestName)
}
