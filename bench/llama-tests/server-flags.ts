/** Translates llama-server's flags to those of `headroom serve --api`. */

export interface Translated {
  readonly args: readonly string[]
  /** Goes into a preset: the command line of Headroom has no flags for samplers. */
  readonly sampling: Readonly<Record<string, unknown>>
}

export interface Places {
  readonly pocket: string
  /** The server gets a context of at most this many tokens per sequence. */
  readonly trainedTokens: number
}

/** The models that the embedded one can stand in for. */
const replaced: readonly string[] = [
  'ggml-org/test-model-stories260K',
  'ggml-org/models:tinyllamas/stories260K.gguf',
  'ggml-org/models:bert-bge-small/ggml-model-f16.gguf',
]

const valued = new Set(
  [
    '--host --port --temp --seed --model --model-url --model-draft --hf-repo --hf-file --models-dir --models-max --models-preset',
    '--cors-origins --batch-size --ubatch-size --threads --n-gpu-layers --pooling --alias --tags --ctx-size --parallel -ctk -ctv -fa',
    '--n-predict --slot-save-path --grp-attn-n --grp-attn-w --lora --spec-type --api-key --spec-draft-n-max --spec-draft-n-min',
    '--spec-synth-len --spec-synth-rates --reasoning-format --reasoning --chat-template --chat-template-file --mmproj-url --media-path',
    '--sleep-idle-seconds --cache-ram --tools --tools-runtime --mcp-servers-config --mcp-servers-json',
  ].flatMap((line) => line.split(' ')),
)

/** What Headroom does anyway, or what changes no answer. */
const without = new Set(
  [
    '--offline --embedding --jinja --no-jinja --cont-batching --slots --no-slots --metrics --verbose --ubatch-size --cache-ram --kv-unified --no-ui',
    '--no-mmproj --no-cache-idle-slots --backend_sampling --reasoning-format --no-models-autoload',
  ].flatMap((line) => line.split(' ')),
)

/** Throws an Error that names the flag if Headroom has nothing like it. */
export function translated(args: readonly string[], { pocket, trainedTokens }: Places): Translated {
  const flags = new Map<string, string>()
  for (let at = 0; at < args.length; at++) {
    const flag = args[at] as string
    flags.set(flag, valued.has(flag) ? (args[++at] ?? '') : '')
  }
  const take = (flag: string): string | undefined => {
    const value = flags.get(flag)
    flags.delete(flag)
    return value
  }
  const pair = (flag: string, value: string | undefined): string[] => (value === undefined ? [] : [flag, value])
  const key = take('--api-key')
  const sequences = take('--parallel')
  const contextTokens = take('--ctx-size')
  const perSequence = contextTokens && Math.min(trainedTokens, Math.floor(Number(contextTokens) / Number(sequences ?? 1)))
  const reasoning = take('--reasoning')
  const predict = take('--n-predict')
  const flash = take('-fa')
  // What the embedded model does, because its file does not say how to pool.
  if (flags.get('--pooling') === 'last') flags.delete('--pooling')
  const result: Translated = {
    args: [
      ...pair('--model', take('--model') ?? modelFor(take('--hf-repo'), take('--hf-file'), pocket)),
      ...pair('--host', take('--host')),
      ...pair('--port', take('--port')),
      ...(key === undefined ? ['--no-api-key'] : ['--api-key', key]),
      ...pair('--alias', take('--alias')),
      ...pair('--chat-template', take('--chat-template-file')),
      ...pair('--sequences', sequences),
      ...pair('--ctx', perSequence === undefined ? undefined : String(perSequence)),
      ...pair('--batch', take('--batch-size')),
      ...pair('--kv-k', take('-ctk')),
      ...pair('--kv-v', take('-ctv')),
      ...pair('--threads', take('--threads')),
      ...pair('--gpu-layers', take('--n-gpu-layers')),
      ...(flash === 'off' ? ['--no-flash-attn'] : []),
      ...(take('--swa-full') === undefined ? [] : ['--swa-full']),
    ],
    sampling: {
      temperature: Number(take('--temp') ?? 0.8),
      seed: numberOr(take('--seed')),
      maxTokens: numberOr(predict),
      // llama-server's auto turns reasoning on if the template can.
      ...(reasoning === undefined ? {} : { thinking: reasoning === 'off' ? 'off' : 'on' }),
    },
  }
  for (const flag of flags.keys()) if (!without.has(flag)) throw new Error(`Headroom has no flag like ${flag}`)
  return result
}

/** llama-server writes -1 for a random seed, and for no limit. */
const numberOr = (value: string | undefined): number | null => (value === undefined || Number(value) < 0 ? null : Number(value))

function modelFor(repo: string | undefined, file: string | undefined, pocket: string): string {
  const name = file === undefined ? repo : `${repo}:${file}`
  if (name !== undefined && replaced.includes(name)) return pocket
  throw new Error(`needs the model ${name ?? '(none)'}`)
}
