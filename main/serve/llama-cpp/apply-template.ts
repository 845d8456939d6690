import { readChat } from '../../../core/serve/openai/read-chat'
import { fieldRefused } from '../../../core/serve/refusal'
import { json, type Reply } from '../reply'
import type { Call } from '../routes'
import type { ServeService } from '../serve-service'

/** The prompt that `/v1/chat/completions` would process, without the beginning of the answer if the client asks for that. */
export async function applyTemplate({ body, client }: Pick<Call, 'body' | 'client'>, service: ServeService): Promise<Reply> {
  const { add_generation_prompt: sent, ...chat } = body
  const addGenerationPrompt = sent ?? true
  if (typeof addGenerationPrompt !== 'boolean')
    throw fieldRefused('add_generation_prompt', { kind: 'zod', quoted: 'Expected true or false' })
  const { prompt, model, sampling } = readChat(chat, client, service.models()[0]?.loaded.chatTemplate.abilities ?? null).request
  service.model(model)
  if (prompt.kind !== 'chat') throw new Error('A chat has messages')
  return json({ prompt: (await service.render(prompt, sampling, { addGenerationPrompt })).text })
}
