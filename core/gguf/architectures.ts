/** Source: `LLM_ARCH_NAMES` in src/llama-arch.cpp, llama.cpp v0.4.0. The model lane checks the list. */
const names = `
  llama llama4 deci falcon grok gpt2 gptj gptneox mpt baichuan starcoder refact bert modern-bert nomic-bert nomic-bert-moe neo-bert
  jina-bert-v2 jina-bert-v3 eurobert bloom stablelm qwen qwen2 qwen2moe qwen2vl qwen3 qwen3moe qwen3next qwen3vl qwen3vlmoe qwen35
  qwen35moe qwen4exp phi2 phi3 phimoe plamo plamo2 plamo3 codeshell orion internlm2 minicpm minicpm3 gemma gemma2 gemma3 gemma3n gemma4
  gemma4-assistant gemma-embedding starcoder2 mamba mamba2 jamba falcon-h1 xverse command-r cohere2 cohere2moe dbrx olmo olmo2 olmoe
  muse-glimmer openelm arctic deepseek deepseek2 deepseek2-ocr deepseek32 deepseek4 chatglm glm4 glm4moe glm-dsa bitnet t5 t5encoder jais
  jais2 nemotron nemotron_h nemotron_h_moe exaone exaone4 exaone-moe rwkv6 rwkv6qwen2 rwkv7 arwkv7 granite granitemoe granitehybrid
  graniteswitch granite_swa chameleon wavtokenizer-dec plm bailingmoe bailingmoe2 bailingmoe3 dots1 dots3note arcee afmoe laguna ernie4_5
  ernie4_5-moe hunyuan-moe hunyuan-dense hunyuan_vl hy_v3 smollm3 gpt-oss lfm2 lfm2moe dream smallthinker llada llada-moe seed_oss grovemoe
  apertus minimax-01 minimax-m2 minimax-m3 cogvlm rnd1 pangu-embedded mistral3 eagle3 dflash mistral4 paddleocr mimo2 step35 llama-embed
  maincoder kimi-linear kimi-k3 talkie mellum nanbeige qwen3tts pockettts clip
`

export const knownArchitectures: ReadonlySet<string> = new Set(names.trim().split(/\s+/))
/** llama.cpp v0.5.0 added these. */
export const architecturesSince050: ReadonlySet<string> = new Set(['hy_v4', 'hrm_text', 'maple', 'spark2_5'])

export type NoChatKind = 'encoder' | 'encoder-decoder' | 'diffusion' | 'projector' | 'draft' | 'speech' | 'adapter'

/** An adapter has the architecture of its base model (./check-header.ts). */
const noChat: Readonly<Record<Exclude<NoChatKind, 'adapter'>, string>> = {
  encoder: 'bert modern-bert nomic-bert nomic-bert-moe neo-bert jina-bert-v2 jina-bert-v3 eurobert gemma-embedding t5encoder llama-embed',
  'encoder-decoder': 't5',
  diffusion: 'dream llada llada-moe rnd1',
  projector: 'clip',
  draft: 'eagle3 dflash gemma4-assistant',
  speech: 'wavtokenizer-dec qwen3tts pockettts',
}
const kindByArchitecture = new Map(
  (Object.keys(noChat) as (keyof typeof noChat)[]).flatMap((kind) =>
    noChat[kind].split(' ').map((architecture) => [architecture, kind] as const),
  ),
)

export const noChatKind = (architecture: string): NoChatKind | undefined => kindByArchitecture.get(architecture)
