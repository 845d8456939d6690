import { mixedTokens } from '../../../core/serve/llama-cpp/prompt-of'
import { detokenizeRequest, tokenizeRequest } from '../../../core/serve/llama-cpp/request-schema'
import { parseBody } from '../../../core/serve/parse-body'
import { json, type Reply } from '../reply'
import type { ServeService } from '../serve-service'
import { inField } from '../token-field'

export async function tokenize(body: unknown, service: ServeService): Promise<Reply> {
  const { content, add_special, parse_special, with_pieces } = parseBody(tokenizeRequest, body)
  const parseSpecial = parse_special ?? true
  const pieces = content === undefined || content === null ? [] : typeof content === 'string' ? [content] : content
  const tokens = await mixedTokens(pieces, (text, isFirst) =>
    service.tokenize(text, { addSpecial: isFirst && (add_special ?? false), parseSpecial }),
  )
  if (!with_pieces) return json({ tokens })
  const texts = await inField('content', service.pieces(tokens))
  return json({ tokens: tokens.map((id, index) => ({ id, piece: texts[index] })) })
}

export async function detokenize(body: unknown, service: ServeService): Promise<Reply> {
  const { tokens } = parseBody(detokenizeRequest, body)
  return json({ content: tokens && tokens.length > 0 ? await inField('tokens', service.detokenize(tokens)) : '' })
}
