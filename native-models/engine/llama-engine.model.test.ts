import { fileURLToPath } from 'node:url'
import { engineSuite } from '../process/testing/engine-suite'
import { LlamaEngine } from './llama-engine'

export const pocketPath = fileURLToPath(new URL('../pocket/pocket-f16.gguf', import.meta.url))

engineSuite('the engine on llama.cpp', () => ({ backend: new LlamaEngine(), modelPath: pocketPath }))
