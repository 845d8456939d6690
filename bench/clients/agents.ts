/** How each agent is installed, set up as Headroom tells its users, and started without user input. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clientSetup, type SetupClient } from '../../core/serve/setup/client-setup'
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
export const outputTokens = 256

const setupOf = (client: SetupClient, { url, model, contextTokens }: Place): string =>
  clientSetup(client, { url, key, model, contextTokens }).text.trimEnd()

export const agents: Readonly<Record<string, Agent>> = {
  codex: {
    packages: ['@openai/codex@0.171.0'],
    program: 'node_modules/@openai/codex/bin/codex.js',
    tool: 'view_image',
    files: (place) => ({
      '.codex/config.toml': `approval_policy = "never"\nsandbox_mode = "read-only"\n${setupOf('codex', place)}\n[analytics]\nenabled = false\n`,
    }),
    environment: ({ home }) => ({ CODEX_HOME: join(home, '.codex') }),
    args: (turn, prompt) => ['exec', ...(turn === 0 ? ['--skip-git-repo-check'] : ['resume', '--last', '--skip-git-repo-check']), prompt],
  },
  'claude-code': {
    packages: ['@anthropic-ai/claude-code@2.1.332'],
    program: 'node_modules/@anthropic-ai/claude-code-linux-x64/claude',
    tool: 'Read',
    files: (place) => ({ '.claude/settings.json': setupOf('claude-code', place) }),
    environment: () => ({
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
    files: (place) => ({
      '.config/opencode/opencode.json': JSON.stringify({ ...JSON.parse(setupOf('opencode', place)), autoupdate: false, share: 'disabled' }),
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
  cline: {
    packages: ['@cline/cli-linux-x64@3.0.65'],
    program: 'node_modules/@cline/cli-linux-x64/bin/cline',
    tool: 'read_files',
    files: ({ url, model }) => ({
      '.cline/data/settings/providers.json': JSON.stringify({
        version: 1,
        lastUsedProvider: 'openai-compatible',
        providers: {
          'openai-compatible': {
            settings: { provider: 'openai-compatible', apiKey: key, model, baseUrl: `${url}/v1` },
            updatedAt: '2026-01-01T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      }),
    }),
    environment: () => ({ DO_NOT_TRACK: '1', CLINE_SESSION_BACKEND_MODE: 'local' }),
    // Without a terminal, Cline continues no session, so each turn is a new conversation.
    args: (_, prompt) => ['--json', prompt],
  },
  continue: {
    packages: ['@continuedev/cli@1.5.47'],
    program: 'node_modules/@continuedev/cli/dist/cn.js',
    tool: 'Read',
    files: (place) => ({ '.continue/config.yaml': `${setupOf('continue', place)}\n      maxTokens: ${outputTokens}\n` }),
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
