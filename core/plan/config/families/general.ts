/**
 * Architectures, with their classes, whose caches depend on the common keys only. llama.cpp ignores their sliding windows.
 *
 * Source: classes in llama.cpp's conversion/ (v0.5.0) that add no attention key.
 */
import { alike, type Families, family } from '../keys/family'

const table = `
  llama         LlamaForCausalLM LLaMAForCausalLM MistralForCausalLM MixtralForCausalLM VLlama3ForCausalLM LlavaForConditionalGeneration VoxtralForConditionalGeneration IQuestCoderForCausalLM LlamaModel InternLM3ForCausalLM JanusForConditionalGeneration Sarashina2VisionForCausalLM UltravoxModel
  llama-embed   LlamaBidirectionalModel
  mistral3      Ministral3ForCausalLM
  arcee         ArceeForCausalLM
  smollm3       SmolLM3ForCausalLM
  apertus       ApertusForCausalLM
  maincoder     MaincoderForCausalLM
  qwen2         Qwen2ForCausalLM Qwen2Model Qwen2AudioForConditionalGeneration KORMoForCausalLM AudioFlamingo3ForConditionalGeneration DotsOCRForCausalLM
  qwen2moe      Qwen2MoeForCausalLM
  qwen2vl       Qwen2VLModel Qwen2VLForConditionalGeneration Qwen2_5_VLForConditionalGeneration Qwen2_5OmniModel
  qwen3         Qwen3ForCausalLM Qwen3Model StepVLForConditionalGeneration
  qwen3moe      Qwen3MoeForCausalLM
  qwen3vl       Qwen3VLForConditionalGeneration Qwen3ASRForConditionalGeneration
  qwen3vlmoe    Qwen3VLMoeForConditionalGeneration Qwen3OmniMoeForConditionalGeneration
  qwen          QWenLMHeadModel
  rnd1          RND1
  olmo          OlmoForCausalLM OLMoForCausalLM
  olmoe         OlmoeForCausalLM
  seed_oss      SeedOssForCausalLM
  starcoder2    Starcoder2ForCausalLM
  nemotron      NemotronForCausalLM
  glm4          Glm4ForCausalLM Glm4vForConditionalGeneration
  minimax-01    MiniMaxText01ForCausalLM MiniMaxM1ForCausalLM
  minimax-m2    MiniMaxM2ForCausalLM
  deepseek      DeepseekForCausalLM
  dots1         Dots1ForCausalLM
  gptneox       GPTNeoXForCausalLM
  stablelm      StableLmForCausalLM StableLMEpochForCausalLM LlavaStableLMEpochForCausalLM
  internlm2     InternLM2ForCausalLM
  exaone        ExaoneForCausalLM
  ernie4_5      Ernie4_5ForCausalLM Ernie4_5_ForCausalLM
  ernie4_5-moe  Ernie4_5_MoeForCausalLM
  paddleocr     PaddleOCRVLForConditionalGeneration
  bailingmoe    BailingMoeForCausalLM
  hunyuan-moe   HunYuanMoEV1ForCausalLM
  hunyuan-dense HunYuanDenseV1ForCausalLM
  hunyuan_vl    HunYuanVLForConditionalGeneration
  minicpm       MiniCPMForCausalLM
  arctic        ArcticForCausalLM
  baichuan      BaichuanForCausalLM BaiChuanForCausalLM
  bitnet        BitnetForCausalLM BitNetForCausalLM
  chameleon     ChameleonForConditionalGeneration ChameleonForCausalLM
  cogvlm        CogVLMForCausalLM
  grok          GrokForCausalLM Grok1ForCausalLM
  grovemoe      GroveMoeForCausalLM modeling_grove_moe.GroveMoeForCausalLM
  jais2         Jais2ForCausalLM
  orion         OrionForCausalLM
  pangu-embedded PanguEmbeddedForCausalLM
  talkie        TalkieForCausalLM
  xverse        XverseForCausalLM
  llada-moe     LLaDAMoEModel LLaDAMoEModelLM
  dream         DreamModel
  bert          BertModel BertForMaskedLM CamembertModel BertForSequenceClassification RobertaModel RobertaForSequenceClassification XLMRobertaModel XLMRobertaForSequenceClassification
  nomic-bert    NomicBertModel
  neo-bert      NeoBERT NeoBERTLMHead NeoBERTForSequenceClassification
  eurobert      EuroBertModel JinaEmbeddingsV5Model
  jina-bert-v2  JinaBertModel JinaBertForMaskedLM
  modern-bert   ModernBertModel ModernBertForMaskedLM ModernBertForSequenceClassification
`

export const general: Families = Object.assign(
  {},
  ...table
    .trim()
    .split('\n')
    .map((line) => {
      const [architecture = '', ...classes] = line.trim().split(/\s+/)
      return alike(classes.join(' '), family(architecture))
    }),
)
