/**
 * For a config.json that names no class, or only one that is not for text generation.
 *
 * Source: `model_type` of the classes in src/transformers/models/ in Hugging Face transformers 5.18.
 */
const table = `
  llama LlamaForCausalLM, llama4 Llama4ForConditionalGeneration, llama4_text Llama4ForCausalLM, mistral MistralForCausalLM,
  mixtral MixtralForCausalLM, ministral3 Ministral3ForCausalLM, mistral3 Mistral3ForConditionalGeneration,
  mistral4 Mistral3ForConditionalGeneration, smollm3 SmolLM3ForCausalLM, arcee ArceeForCausalLM, apertus ApertusForCausalLM,
  qwen QWenLMHeadModel, qwen2 Qwen2ForCausalLM, qwen2_moe Qwen2MoeForCausalLM, qwen2_vl Qwen2VLForConditionalGeneration,
  qwen2_vl_text Qwen2VLForConditionalGeneration, qwen2_5_vl Qwen2_5_VLForConditionalGeneration,
  qwen2_5_vl_text Qwen2_5_VLForConditionalGeneration, qwen3 Qwen3ForCausalLM, qwen3_moe Qwen3MoeForCausalLM,
  qwen3_next Qwen3NextForCausalLM, qwen3_5 Qwen3_5ForCausalLM, qwen3_5_text Qwen3_5ForCausalLM, qwen3_5_moe Qwen3_5MoeForCausalLM,
  qwen3_5_moe_text Qwen3_5MoeForCausalLM, qwen3_vl_text Qwen3VLForConditionalGeneration,
  qwen3_vl_moe_text Qwen3VLMoeForConditionalGeneration, gemma GemmaForCausalLM, gemma2 Gemma2ForCausalLM, gemma3 Gemma3ForCausalLM,
  gemma3_text Gemma3ForCausalLM, gemma3n Gemma3nForCausalLM, gemma3n_text Gemma3nForCausalLM, gemma4 Gemma4ForCausalLM,
  gemma4_text Gemma4ForCausalLM, phi PhiForCausalLM, phi3 Phi3ForCausalLM, phi4mm Phi3ForCausalLM, phimoe PhiMoEForCausalLM,
  deepseek DeepseekForCausalLM, deepseek_v2 DeepseekV2ForCausalLM, deepseek_v3 DeepseekV3ForCausalLM, kimi_k2 DeepseekV3ForCausalLM,
  deepseek_v32 DeepseekV32ForCausalLM, deepseek_v4 DeepseekV4ForCausalLM, gpt_oss GptOssForCausalLM, mamba MambaForCausalLM,
  mamba2 Mamba2ForCausalLM, falcon_mamba FalconMambaForCausalLM, jamba JambaForCausalLM, falcon_h1 FalconH1ForCausalLM,
  granite GraniteForCausalLM, granitemoe GraniteMoeForCausalLM, granitemoeshared GraniteMoeSharedForCausalLM,
  granitemoehybrid GraniteMoeHybridForCausalLM, bamba BambaForCausalLM, cohere CohereForCausalLM, cohere2 Cohere2ForCausalLM,
  cohere2_moe Cohere2MoeForCausalLM, glm GlmForCausalLM, chatglm ChatGLMModel, glm4 Glm4ForCausalLM, glm4v_text Glm4ForCausalLM,
  glm4_moe Glm4MoeForCausalLM, glm4v_moe_text Glm4MoeForCausalLM, glm4_moe_lite Glm4MoeLiteForCausalLM, glm_moe_dsa GlmMoeDsaForCausalLM,
  minimax MiniMaxText01ForCausalLM, minimax_text_01 MiniMaxText01ForCausalLM, MiniMaxText01 MiniMaxText01ForCausalLM,
  minimax_m1 MiniMaxM1ForCausalLM, minimax_m2 MiniMaxM2ForCausalLM, minimax_m3 MiniMaxM3SparseForCausalLM, olmo OlmoForCausalLM,
  olmo2 Olmo2ForCausalLM, olmo3 Olmo3ForCausalLM, olmoe OlmoeForCausalLM, starcoder2 Starcoder2ForCausalLM, falcon FalconForCausalLM,
  nemotron NemotronForCausalLM, nemotron_h NemotronHForCausalLM, nemotron-nas DeciLMForCausalLM, deci DeciLMForCausalLM,
  lfm2 Lfm2ForCausalLM, lfm2_moe Lfm2MoeForCausalLM, rwkv6 Rwkv6ForCausalLM, rwkv7 Rwkv7ForCausalLM, gpt2 GPT2LMHeadModel,
  gpt_neox GPTNeoXForCausalLM, gpt_bigcode GPTBigCodeForCausalLM, exaone ExaoneForCausalLM, exaone4 Exaone4ForCausalLM,
  exaone_moe ExaoneMoeForCausalLM, seed_oss SeedOssForCausalLM, ernie4_5 Ernie4_5ForCausalLM, ernie4_5_moe Ernie4_5_MoeForCausalLM,
  hunyuan_v1_dense HunYuanDenseV1ForCausalLM, hunyuan_v1_moe HunYuanMoEV1ForCausalLM, stablelm StableLmForCausalLM, bloom BloomForCausalLM,
  dots1 Dots1ForCausalLM, mpt MPTForCausalLM, dbrx DbrxForCausalLM, kimi_linear KimiLinearForCausalLM, kimi_k3 KimiK3ForConditionalGeneration,
  afmoe AfmoeForCausalLM, minicpm MiniCPMForCausalLM, minicpm3 MiniCPM3ForCausalLM, mimo_v2_flash MiMoV2FlashForCausalLM,
  internlm2 InternLM2ForCausalLM, internlm3 InternLM3ForCausalLM, baichuan BaichuanForCausalLM, openelm OpenELMForCausalLM,
  plamo2 Plamo2ForCausalLM, smallthinker SmallThinkerForCausalLM, hunyuan HunYuanMoEV1ForCausalLM, t5 T5ForConditionalGeneration,
  mt5 MT5ForConditionalGeneration, bert BertModel, roberta RobertaModel, xlm-roberta XLMRobertaModel, nomic_bert NomicBertModel,
  modernbert ModernBertModel, chameleon ChameleonForConditionalGeneration, bitnet BitNetForCausalLM
`

const classes = new Map(
  table
    .trim()
    .split(',')
    .map((pair) => pair.trim().split(/\s+/) as [string, string]),
)

export const classOfModelType = (modelType: unknown): string | undefined =>
  typeof modelType === 'string' ? classes.get(modelType) : undefined
