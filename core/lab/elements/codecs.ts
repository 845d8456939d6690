import type { CacheType, ElementCodec, ElementType } from './codec'
import { keyRotation, valueRotation } from './hadamard'
import { f16, f32 } from './plain'
import { q4_0 } from './q4_0'
import { q8_0 } from './q8_0'
import { rotated } from './rotated'
import { turboQuant } from './turboquant'

const codecs: { readonly [Type in ElementType]: ElementCodec } = { f32, f16, q8_0, q4_0 }

export const codecOf = (type: ElementType): ElementCodec => codecs[type]

export const codecNamed = (name: string): ElementCodec | undefined =>
  Object.hasOwn(codecs, name) ? codecs[name as ElementType] : undefined

/** For rows of `headDim` elements. */
export function cacheCodec(type: CacheType, headDim: number, of: 'keys' | 'values'): ElementCodec {
  const rotation = () => (of === 'keys' ? keyRotation(headDim) : valueRotation)
  switch (type) {
    case 'q8_0-rotated':
      return rotated(type, q8_0, rotation())
    case 'q4_0-rotated':
      return rotated(type, q4_0, rotation())
    case 'turboquant-4':
      return turboQuant(type, headDim, 4)
    case 'turboquant-2':
      return turboQuant(type, headDim, 2)
    default:
      return codecs[type]
  }
}
