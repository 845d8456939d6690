import { describeModel } from '../../../core/gguf/describe-model'
import { countOf, type GgufHeader, textOf } from '../../../core/gguf/header'
import { settingsJson } from '../../../core/serve/llama-cpp/settings-json'
import type { ModelHeaders } from '../model-headers'
import { json, type Reply } from '../reply'
import type { ServeService } from '../serve-service'
import { biasesOf } from './completion'

/** Source: `get_res_props` in tools/server/server-context.cpp, llama.cpp v0.4.0. */
export async function props(service: ServeService, headers: ModelHeaders): Promise<Reply> {
  const model = service.model(null)
  const header = await headers.of(model.path)
  const { source, abilities } = model.loaded.chatTemplate
  const special = async (key: string) => {
    const id = countOf(header, `tokenizer.ggml.${key}`)
    return id === undefined ? '' : service.detokenize([id])
  }
  return json({
    default_generation_settings: {
      params: settingsJson(service.sampling(), {
        stream: false,
        probs: 0,
        postSamplingProbs: false,
        timingsPerToken: false,
        logitBias: await biasesOf(service.sampling(), service),
      }),
      n_ctx: model.contextTokens,
    },
    total_slots: model.sequences,
    model_alias: model.id,
    model_ftype: ftypeOf(header),
    model_path: model.path,
    modalities: { vision: false, video: false, audio: false },
    endpoint_slots: true,
    endpoint_props: false,
    endpoint_metrics: true,
    chat_template: source === 'model' ? (textOf(header, 'tokenizer.chat_template') ?? '') : '',
    chat_template_caps: abilities && { supports_tools: abilities.tools, supports_tool_calls: abilities.tools },
    bos_token: await special('bos_token_id'),
    eos_token: await special('eos_token_id'),
    build_info: service.build(),
    is_sleeping: false,
  })
}

const ftypeOf = (header: GgufHeader): string => describeModel(header).weightType.toUpperCase()
