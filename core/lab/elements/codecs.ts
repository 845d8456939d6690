import type { ElementCodec, ElementType } from './codec'
import { f16, f32 } from './plain'
import { q4_0 } from './q4_0'
import { q8_0 } from './q8_0'

const codecs: { readonly [Type in ElementType]: ElementCodec } = { f32, f16, q8_0, q4_0 }

export const codecOf = (type: ElementType): ElementCodec => codecs[type]

export const codecNamed = (name: string): ElementCodec | undefined =>
  Object.hasOwn(codecs, name) ? codecs[name as ElementType] : undefined
