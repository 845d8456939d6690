/** How each agent is installed and started without a person. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workFolder } from '../paths'

export interface Agent {
  readonly packages: readonly string[]
  /** Inside its folder. */
  readonly program: string
  /** Needs a newer Node than Headroom does. */
  readonly node22?: boolean
  /** The tool that the first answer of each turn calls. */
  readonly tool: string
  /** Relative to the home folder. */
  files(at: Place): Readonly<Record<string, string>>
  environment(at: Place): Readonly<Record<string, string>>
  /** `turn` counts from 0. */
  args(turn: number, prompt: string): readonly string[]
}

export interface Place {
  readonly url: string
  readonly model: string
  readonly home: string
  readonly contextTokens: number
}

const key = 'headroom-lane'
const outputTokens = 256

export const agents: Readonly<Record<string, Agent>> = {
  codex: {
    packages: ['@openai/codex@0.171.0'],
    program: 'node_modules/@openai/codex/bin/codex.js',
    tool: 'view_image',
    files: ({ url, model, contextTokens }) => ({
      '.codex/config.toml': [
        `model = "${model}"`,
        'model_provider = "headroom"',
        `model_context_window = ${contextTokens}`,
        'approval_policy = "never"',
        'sandbox_mode = "read-only"',
        // Headroom refuses OpenAI's own tools.
        'web_search = "disabled"',
        '[analytics]',
        'enabled = false',
        '[model_providers.headroom]',
        'name = "Headroom"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        `experimental_bearer_token = "${key}"`,
        '',
      ].join('\n'),
    }),
    environment: ({ home }) => ({ CODEX_HOME: join(home, '.codex') }),
    args: (turn, prompt) => ['exec', ...(turn === 0 ? ['--skip-git-repo-check'] : ['resume', '--last', '--skip-git-repo-check']), prompt],
  },
  'claude-code': {
    packages: ['@anthropic-ai/claude-code@2.1.332'],
    program: 'node_modules/@anthropic-ai/claude-code-linux-x64/claude',
    tool: 'Read',
    files: () => ({}),
    environment: ({ url, model }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_MODEL: model,
      ANTHROPIC_DEFAULT_OPUS_MODEL: model,
      ANTHROPIC_DEFAULT_SONNET_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: `${outputTokens}`,
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
    }),
    args: (turn, prompt) => ['-p', ...(turn === 0 ? [] : ['--continue']), prompt],
  },
  opencode: {
    packages: ['opencode-ai@1.18.33'],
    program: 'node_modules/opencode-linux-x64/bin/opencode',
    tool: 'read',
    files: ({ url, model, contextTokens }) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        model: `headroom/${model}`,
        small_model: `headroom/${model}`,
        provider: {
          headroom: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Headroom',
            options: { baseURL: `${url}/v1`, apiKey: key },
            models: { [model]: { limit: { context: contextTokens, output: outputTokens } } },
          },
        },
      }),
    }),
    environment: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' }),
    args: (turn, prompt) => ['run', ...(turn === 0 ? [] : ['--continue']), prompt],
  },
  'qwen-code': {
    packages: ['@qwen-code/qwen-code@0.24.4'],
    program: 'node_modules/@qwen-code/qwen-code/cli-entry.js',
    node22: true,
    tool: 'read_file',
    files: ({ model }) => ({
      '.qwen/settings.json': JSON.stringify({
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true, disableUpdateNag: true },
        security: { auth: { selectedType: 'openai' } },
        model: { name: model, generationConfig: { samplingParams: { max_tokens: outputTokens } } },
      }),
    }),
    environment: ({ url, model }) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: model }),
    args: (turn, prompt) => [...(turn === 0 ? [] : ['--continue']), '-p', prompt],
  },
  continue: {
    packages: ['@continuedev/cli@1.5.47'],
    program: 'node_modules/@continuedev/cli/dist/cn.js',
    tool: 'Read',
    files: ({ url, model, contextTokens }) => ({
      '.continue/config.yaml': JSON.stringify({
        name: 'Headroom',
        version: '1.0.0',
        schema: 'v1',
        models: [
          {
            name: model,
            provider: 'openai',
            model,
            apiBase: `${url}/v1`,
            apiKey: key,
            roles: ['chat', 'edit', 'apply'],
            defaultCompletionOptions: { contextLength: contextTokens, maxTokens: outputTokens },
          },
        ],
      }),
    }),
    environment: () => ({ CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_METRICS_ENABLED: '0' }),
    args: (turn, prompt) => ['-p', ...(turn === 0 ? [] : ['--resume']), '--config', '../.continue/config.yaml', prompt],
  },
}

export const clientsFolder = join(workFolder, 'clients')

export function writeFiles(home: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
}
