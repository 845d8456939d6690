import { readChat } from '../../../core/serve/openai/read-chat'
import { fieldRefused } from '../../../core/serve/refusal'
import { json, type Reply } from '../reply'
import type { Call } from '../routes'
import type { ServeService } from '../serve-service'

/** The prompt that `/v1/chat/completions` would process. */
export async function applyTemplate({ body, client }: Pick<Call, 'body' | 'client'>, service: ServeService): Promise<Reply> {
  const { add_generation_prompt, ...chat } = body
  if (add_generation_prompt !== undefined && add_generation_prompt !== null && add_generation_prompt !== true)
    throw fieldRefused('add_generation_prompt', { kind: 'value-not-supported' })
  const { prompt, model, sampling } = readChat(chat, client, service.models()[0]?.loaded.chatTemplate.abilities ?? null).request
  service.model(model)
  if (prompt.kind !== 'chat') throw new Error('A chat has messages')
  return json({ prompt: (await service.render(prompt, sampling)).text })
}
