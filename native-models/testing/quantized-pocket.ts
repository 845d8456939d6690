import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quantizeFile } from './quantize-file'

/** Bundled into out/bench, this file has the same distance to the root. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const source = join(root, 'native-models/pocket/pocket-f16.gguf')

/** The path of Pocket with q8_0 weights (5,496,320 bytes), the second model file of many tests. The first call writes it to out/. */
export async function quantizedPocket(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 12)
  const path = join(root, 'out/quantized', version, 'pocket-q8_0.gguf')
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  const part = `${path}.${process.pid}`
  await quantizeFile(source, part)
  try {
    renameSync(part, path)
  } catch (error) {
    // On Windows, a file cannot be replaced while another process has it open.
    rmSync(part)
    if (!existsSync(path)) throw error
  }
  return path
}
