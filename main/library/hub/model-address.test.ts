import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { parseModelAddress } from './model-address'

const hub = new URL('https://huggingface.co/')
const parse = (text: string) => parseModelAddress(text, hub)
const repository = (change = {}) => ({
  kind: 'repository',
  repository: 'unsloth/Qwen3-8B-GGUF',
  revision: 'main',
  file: null,
  quantization: null,
  ...change,
})
function failureIn(text: string) {
  try {
    return parse(text)
  } catch (error) {
    return failureOf(error)
  }
}

describe('the address of a repository', () => {
  it('can have many forms', () => {
    for (const text of [
      'unsloth/Qwen3-8B-GGUF',
      '  "unsloth/Qwen3-8B-GGUF" ',
      'hf:unsloth/Qwen3-8B-GGUF',
      'hf://unsloth/Qwen3-8B-GGUF',
      'hf.co/unsloth/Qwen3-8B-GGUF',
      'huggingface.co/unsloth/Qwen3-8B-GGUF/',
      'https://huggingface.co/unsloth/Qwen3-8B-GGUF',
      'https://huggingface.co/unsloth/Qwen3-8B-GGUF/tree/main',
      'https://huggingface.co/unsloth/Qwen3-8B-GGUF?library=llama.cpp',
    ])
      expect(parse(text)).toEqual(repository())
  })
  it('can include a quantization, a file or a revision', () => {
    expect(parse('unsloth/Qwen3-8B-GGUF:Q4_K_M')).toEqual(repository({ quantization: 'Q4_K_M' }))
    expect(parse('hf:unsloth/Qwen3-8B-GGUF/a/b.gguf#v2')).toEqual(repository({ file: 'a/b.gguf', revision: 'v2' }))
    expect(parse('https://huggingface.co/unsloth/Qwen3-8B-GGUF/blob/main/a%20b.gguf')).toEqual(repository({ file: 'a b.gguf' }))
    expect(parse('https://huggingface.co/unsloth/Qwen3-8B-GGUF/resolve/0123abc/b.gguf?download=true')).toEqual(
      repository({ file: 'b.gguf', revision: '0123abc' }),
    )
    expect(parse('hf.co/unsloth/Qwen3-8B-GGUF/blob/main/b.gguf')).toEqual(repository({ file: 'b.gguf' }))
    expect(parse('https://huggingface.co/unsloth/Qwen3-8B-GGUF/tree/refs%2Fpr%2F1')).toEqual(repository({ revision: 'refs/pr/1' }))
  })
  it('can lead to a mirror', () => {
    expect(parseModelAddress('http://127.0.0.1:8080/a/b', new URL('http://127.0.0.1:8080/'))).toMatchObject({ repository: 'a/b' })
  })
})

describe('the address of a file on another server', () => {
  it('is used as entered, but without its fragment', () => {
    const url = new URL('https://example.org/m.gguf?key=1')
    expect(parse('https://example.org/m.gguf?key=1#part')).toEqual({ kind: 'file', url })
  })
})

describe('an address of any other form', () => {
  it('is refused with the reason', () => {
    const unclear = { code: 'address-unclear' }
    for (const text of [
      '',
      ' ',
      'llama',
      '../../etc/passwd',
      'a/../b',
      'hf:a/..',
      'a/b/../../c.gguf',
      'two words/x',
      'https://huggingface.co/',
      'https://huggingface.co/datasets/a/b',
      'https://huggingface.co/a/b/discussions/1',
      'hf:a/b/%E0%A4%A',
    ])
      expect(failureIn(text)).toMatchObject(unclear)
    expect(failureIn('ftp://example.org/m.gguf')).toMatchObject({ code: 'url-invalid' })
    expect(failureIn('https://user:secret@example.org/m.gguf')).toMatchObject({ code: 'url-invalid' })
    expect(JSON.stringify(failureIn(`x${'y'.repeat(5000)}`)).length).toBeLessThan(400)
  })
})
