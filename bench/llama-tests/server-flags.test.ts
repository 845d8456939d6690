import { describe, expect, it } from 'vitest'
import { translated } from './server-flags'

const places = { pocket: '/models/pocket.gguf', trainedTokens: 2048 }
const tiny = ['--hf-repo', 'ggml-org/test-model-stories260K']

describe('flags of llama-server', () => {
  it('become those of headroom serve --api, with samplers in a preset', () => {
    const args = ['--host', '127.0.0.1', '--port', '8080', '--temp', '0.8', '--seed', '42', '--offline', ...tiny, '--no-slots']
    const { args: own, sampling } = translated([...args, '--ctx-size', '512', '--parallel', '2', '--n-predict', '64'], places)
    expect(own.join(' ')).toBe('--model /models/pocket.gguf --host 127.0.0.1 --port 8080 --no-api-key --sequences 2 --ctx 256')
    expect(sampling).toEqual({ temperature: 0.8, seed: 42, maxTokens: 64 })
  })

  it('turn reasoning on for auto, as llama-server does', () => {
    const thinking = (reasoning: string) => translated([...tiny, '--reasoning', reasoning], places).sampling.thinking
    expect(['auto', 'on', 'off'].map(thinking)).toEqual(['on', 'on', 'off'])
  })

  it('keep the context within what the model was trained for', () => {
    expect(translated([...tiny, '--ctx-size', '8192', '--parallel', '1'], places).args).toContain('2048')
  })

  it('are needed for no pooling but that of the last token', () => {
    const args = (pooling: string) => translated([...tiny, '--embedding', '--pooling', pooling], places).args
    expect(args('last')).toEqual(translated(tiny, places).args)
    expect(() => args('mean')).toThrow('--pooling')
  })

  it('are refused by name if Headroom has nothing like them', () => {
    expect(() => translated([...tiny, '--context-shift'], places)).toThrow('--context-shift')
  })

  it('are refused if the test needs another model', () => {
    expect(() => translated(['--hf-repo', 'ggml-org/models', '--hf-file', 'bert.gguf'], places)).toThrow('ggml-org/models:bert.gguf')
  })
})
