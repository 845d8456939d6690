/** Source: `__post_init__` of the classes in src/transformers/models/ in Hugging Face transformers 5.18. */
import { layersOf } from './common-keys'
import type { ConfigKeys } from './config-keys'

export const everyNth = (period: number, config: ConfigKeys): string[] =>
  Array.from({ length: layersOf(config) }, (_, layer) => ((layer + 1) % period === 0 ? 'full_attention' : 'sliding_attention'))
