import type { ShapeChange } from '../../../core/plan/what-if/changed-shape'

/** llama.cpp's LLAMA_MAX_LAYERS is 512, but no model comes close. */
const mostLayers = 160
/** Multiples of 32 elements, so that every cache type is allowed. */
const headDims = [32, 64, 96, 128, 160, 192, 256, 320, 384, 512]

/** Includes the file's value. In ascending order. */
export function shapeStops(field: keyof ShapeChange, own: number, most = own): readonly number[] {
  const known = {
    layers: () => Array.from({ length: mostLayers }, (_, at) => at + 1),
    // Each KV head must serve the same number of query heads.
    kvHeads: () => Array.from({ length: most }, (_, at) => at + 1).filter((heads) => most % heads === 0),
    headDim: () => headDims,
  }[field]()
  return [...new Set([...known, own])].toSorted((a, b) => a - b)
}
