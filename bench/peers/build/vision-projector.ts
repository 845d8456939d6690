import { join } from 'node:path'
import type { GgufPlan } from '../../../core/gguf/testing/write-gguf'
import { readModelHeader } from '../../../main/library/header/read-model-header'
import { workFolder } from '../../paths'
import { writeRandomGguf } from '../../random-model'

const imagePixels = 56
const patchPixels = 14
/** llama-server scales every image to the same square, and gives the model one token per patch. */
export const tokensPerImage = (imagePixels / patchPixels) ** 2

const width = 64
const feedForward = 128

/**
 * Writes a projector of LLaVA's kind (a CLIP encoder, then two linear layers) that fits the model. Its weights are random: requests, answers
 * and counts are those of a vision model, but no answer has to do with the image.
 */
export async function visionProjector(modelPath: string): Promise<string> {
  const { header } = await readModelHeader(modelPath)
  const [modelWidth] = header.tensors.find(({ name }) => name === 'token_embd.weight')?.shape ?? []
  if (modelWidth === undefined) throw new Error(`${modelPath} has no token_embd.weight`)
  const path = join(workFolder, 'vision-projector.gguf')
  await writeRandomGguf(path, planOf(modelWidth))
  return path
}

const f32 = (name: string, ...shape: number[]) => ({ name, type: 'f32', shape })
const f16 = (name: string, ...shape: number[]) => ({ name: `${name}.weight`, type: 'f16', shape })

function planOf(modelWidth: number): GgufPlan {
  return {
    metadata: [
      ['general.architecture', 'str', 'clip'],
      ['general.name', 'str', 'random projector'],
      ['clip.has_vision_encoder', 'bool', true],
      ['clip.projector_type', 'str', 'mlp'],
      ['clip.use_gelu', 'bool', true],
      ['clip.vision.image_size', 'u32', imagePixels],
      ['clip.vision.patch_size', 'u32', patchPixels],
      ['clip.vision.embedding_length', 'u32', width],
      ['clip.vision.feed_forward_length', 'u32', feedForward],
      ['clip.vision.projection_dim', 'u32', modelWidth],
      // llama.cpp does not run the last block of a LLaVA encoder.
      ['clip.vision.block_count', 'u32', 2],
      ['clip.vision.attention.head_count', 'u32', 4],
      ['clip.vision.attention.layer_norm_epsilon', 'f32', 1e-5],
      ['clip.vision.image_mean', 'arr', 'f32', [0.5, 0.5, 0.5]],
      ['clip.vision.image_std', 'arr', 'f32', [0.5, 0.5, 0.5]],
    ],
    tensors: [
      f16('v.patch_embd', patchPixels, patchPixels, 3, width),
      f32('v.position_embd.weight', width, tokensPerImage),
      ...[0, 1].flatMap(blockTensors),
      f16('mm.0', width, modelWidth),
      f32('mm.0.bias', modelWidth),
      f16('mm.2', modelWidth, modelWidth),
      f32('mm.2.bias', modelWidth),
    ],
  }
}

function blockTensors(block: number) {
  const at = (name: string) => `v.blk.${block}.${name}`
  return [
    ...['ln1', 'ln2'].flatMap((name) => [f32(at(`${name}.weight`), width), f32(at(`${name}.bias`), width)]),
    ...['attn_q', 'attn_k', 'attn_v', 'attn_out'].map((name) => f16(at(name), width, width)),
    f16(at('ffn_up'), width, feedForward),
    f16(at('ffn_down'), feedForward, width),
  ]
}
