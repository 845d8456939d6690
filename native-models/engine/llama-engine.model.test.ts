import { fileURLToPath } from 'node:url'
import { engineSuite } from '../process/testing/engine-suite'
import { prefixSuite } from '../process/testing/prefix-suite'
import { LlamaEngine } from './llama-engine'

export const pocketPath = fileURLToPath(new URL('../pocket/pocket-f16.gguf', import.meta.url))

const create = () => ({ backend: new LlamaEngine(), modelPath: pocketPath })
engineSuite('the engine on llama.cpp', create)
prefixSuite('the engine on llama.cpp', create)
