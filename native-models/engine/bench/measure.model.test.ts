import { fileURLToPath } from 'node:url'
import { measureSuite } from '../../process/measure-suite'
import { LlamaEngine } from '../llama-engine'

export const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))

measureSuite('the engine on llama.cpp measures', () => ({ backend: new LlamaEngine(), modelPath: pocketPath }))
