/** Source: `llm_arch_supports_sm_tensor` in src/llama-arch.cpp, llama.cpp v0.4.0. */
const without = new Set(
  `grok mpt plamo2 minicpm3 gemma3n mamba mamba2 jamba falcon-h1 olmo2 olmoe deepseek2 deepseek32 dots3note glm-dsa bitnet t5 nemotron_h
   nemotron_h_moe granitehybrid minimax-01 minimax-m2 minimax-m3 mistral4 kimi-linear bailingmoe3 kimi-k3 qwen3tts qwen4exp`.split(/\s+/),
)

export const hasTensorSplit = (architecture: string): boolean => !without.has(architecture)
