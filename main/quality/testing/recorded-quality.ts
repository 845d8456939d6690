/** What the lane `npm run peers-lane` asks two llama-servers, one of them with a q8_0 cache, and that tests ask again with its recordings. */
import type { QualityText } from '../measure-quality'

const facts = [
  'The KV cache keeps the keys and values of earlier tokens, so that they are computed once.',
  'A cell holds the keys and values of one token in every layer, and a sequence is one series of tokens.',
  'Prefill evaluates the tokens of the prompt, many at a time; decode evaluates one token at a time.',
  'Tom has a red lamp and a small bag with two books. The lamp is on the table, and the bag is under it.',
  'Mara took the train to the lake in the morning. It was quiet, and the birds over the water were loud.',
]

export const recordedQuality: QualityText = { text: facts.join(' '), windowTokens: 48, positions: 12, topK: 20 }
