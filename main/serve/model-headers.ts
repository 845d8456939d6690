import type { GgufHeader } from '../../core/gguf/header'
import { readModelHeader } from '../library/header/read-model-header'

/** Reads a header once, because the file of a loaded model does not change. */
export class ModelHeaders {
  private readonly headers = new Map<string, Promise<GgufHeader>>()

  of(path: string): Promise<GgufHeader> {
    const known = this.headers.get(path)
    if (known) return known
    const reading = readModelHeader(path).then(({ header }) => header)
    this.headers.set(path, reading)
    reading.catch(() => this.headers.delete(path))
    return reading
  }
}
