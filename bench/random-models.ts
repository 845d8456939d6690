import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { workFolder } from './paths'
import { type LlamaShape, shapes, writeRandomModel } from './random-model'
import { say } from './say'

export interface RandomModel {
  readonly size: string
  readonly path: string
}

export async function randomModel(shape: keyof typeof shapes): Promise<RandomModel> {
  const { name, layers, width }: LlamaShape = shapes[shape]
  const path = join(workFolder, `${name}-${layers}x${width}-q8_0.gguf`)
  if (!existsSync(path)) {
    say(`Making ${name}…`)
    mkdirSync(workFolder, { recursive: true })
    await writeRandomModel(`${path}.unfinished`, shapes[shape])
    renameSync(`${path}.unfinished`, path)
  }
  return { size: name.replace('random-', ''), path }
}

/** The chat template adds BOS, `<|im_start|>user\n`, `<|im_end|>\n` and `<|im_start|>assistant\n`. */
const templateTokens = 1 + (1 + 'user\n'.length) + (1 + '\n'.length) + (1 + 'assistant\n'.length)

/** Each byte is one token. */
export function promptOf(tokens: number): string {
  const bytes = tokens - templateTokens
  if (bytes < 1) throw new Error(`Expected more than ${templateTokens} tokens, got ${tokens}`)
  return `${'every word of it is made of bytes '.repeat(Math.ceil(bytes / 34)).slice(0, bytes - 1)}.`
}
