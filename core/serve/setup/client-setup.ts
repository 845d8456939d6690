/**
 * What a user pastes into a client, so that it uses the API server. Sources: code.claude.com/docs/en/settings, developers.openai.com/codex
 * (config-sample), opencode.ai/docs/providers, docs.cline.bot (openai-compatible), docs.continue.dev/reference, docs.openwebui.com
 * (env-configuration).
 */
export const setupClients = ['claude-code', 'codex', 'opencode', 'cline', 'continue', 'open-webui', 'openai-sdk', 'curl'] as const
export type SetupClient = (typeof setupClients)[number]

export interface SetupFacts {
  /** Without a path. */
  readonly url: string
  /** null: a placeholder takes its place. */
  readonly key: string | null
  readonly model: string
  /** Per sequence. Agents compact their conversation before they reach it. */
  readonly contextTokens: number
}

export interface ClientSetup {
  readonly name: string
  /** Where the text belongs, such as `~/.codex/config.toml`. null: the settings of the program, or a terminal. */
  readonly file: string | null
  readonly language: 'json' | 'toml' | 'yaml' | 'python' | 'sh' | 'text'
  readonly text: string
}

export const placeholderKey = 'YOUR-KEY'

export function clientSetup(client: SetupClient, facts: SetupFacts): ClientSetup {
  const { url, model, contextTokens } = facts
  const key = facts.key ?? placeholderKey
  const openAi = `${url}/v1`
  switch (client) {
    case 'claude-code':
      return {
        name: 'Claude Code',
        file: '~/.claude/settings.json',
        language: 'json',
        text: json({
          env: {
            ANTHROPIC_BASE_URL: url,
            ANTHROPIC_AUTH_TOKEN: key,
            ANTHROPIC_MODEL: model,
            ANTHROPIC_DEFAULT_OPUS_MODEL: model,
            ANTHROPIC_DEFAULT_SONNET_MODEL: model,
            ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
            CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          },
        }),
      }
    case 'codex':
      return {
        name: 'Codex',
        file: '~/.codex/config.toml',
        language: 'toml',
        text: lines(
          `model = ${quoted(model)}`,
          'model_provider = "headroom"',
          `model_context_window = ${contextTokens}`,
          'web_search = "disabled"',
          '',
          '[model_providers.headroom]',
          'name = "Headroom"',
          `base_url = ${quoted(openAi)}`,
          'wire_api = "responses"',
          `experimental_bearer_token = ${quoted(key)}`,
        ),
      }
    case 'opencode':
      return {
        name: 'opencode',
        file: '~/.config/opencode/opencode.json',
        language: 'json',
        text: json({
          $schema: 'https://opencode.ai/config.json',
          model: `headroom/${model}`,
          small_model: `headroom/${model}`,
          provider: {
            headroom: {
              npm: '@ai-sdk/openai-compatible',
              name: 'Headroom',
              options: { baseURL: openAi, apiKey: key },
              models: { [model]: { limit: { context: contextTokens, output: Math.floor(contextTokens / 4) } } },
            },
          },
        }),
      }
    case 'cline':
      return {
        name: 'Cline',
        file: null,
        language: 'text',
        text: lines(
          'API Provider: OpenAI Compatible',
          `Base URL: ${openAi}`,
          `API Key: ${key}`,
          `Model ID: ${model}`,
          `Context Window Size: ${contextTokens}`,
        ),
      }
    case 'continue':
      return {
        name: 'Continue',
        file: '~/.continue/config.yaml',
        language: 'yaml',
        text: lines(
          'name: Headroom',
          'version: 1.0.0',
          'schema: v1',
          'models:',
          `  - name: ${quoted(model)}`,
          '    provider: openai',
          `    model: ${quoted(model)}`,
          `    apiBase: ${quoted(openAi)}`,
          `    apiKey: ${quoted(key)}`,
          '    roles: [chat, edit, apply]',
          '    defaultCompletionOptions:',
          `      contextLength: ${contextTokens}`,
        ),
      }
    case 'open-webui':
      return {
        name: 'Open WebUI',
        file: '.env',
        language: 'sh',
        text: lines(`OPENAI_API_BASE_URL=${shell(openAi)}`, `OPENAI_API_KEY=${shell(key)}`, 'ENABLE_OLLAMA_API=False'),
      }
    case 'openai-sdk':
      return {
        name: 'OpenAI SDK (Python)',
        file: null,
        language: 'python',
        text: lines(
          'from openai import OpenAI',
          '',
          `client = OpenAI(base_url=${quoted(openAi)}, api_key=${quoted(key)})`,
          'answer = client.chat.completions.create(',
          `    model=${quoted(model)},`,
          '    messages=[{"role": "user", "content": "Hello"}],',
          ')',
          'print(answer.choices[0].message.content, answer.usage.prompt_tokens_details.cached_tokens)',
        ),
      }
    case 'curl':
      return {
        name: 'curl',
        file: null,
        language: 'sh',
        text: lines(
          `curl ${shell(`${openAi}/chat/completions`)} \\`,
          `  -H ${shell(`Authorization: Bearer ${key}`)} \\`,
          "  -H 'Content-Type: application/json' \\",
          `  -d ${shell(JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }))}`,
        ),
      }
  }
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
/** A JSON string is also one of TOML, YAML and Python. */
const quoted = (text: string): string => JSON.stringify(text)
const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
