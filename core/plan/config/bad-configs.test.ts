import { describe, expect, it } from 'vitest'
import { failureOf } from '../../contract/errors/coded-error'
import { describeFailure } from '../../copy/failures'
import { headerFromConfig } from './header-from-config'
import { subjectFromConfig } from './subject-from-config'

function sentence(config: unknown): string {
  try {
    subjectFromConfig(typeof config === 'string' ? config : JSON.stringify(config))
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    expect(failure.code).toBe('config-unreadable')
    return describeFailure(failure)
  }
  return 'a plan'
}

const llama = {
  architectures: ['LlamaForCausalLM'],
  model_type: 'llama',
  hidden_size: 4096,
  num_hidden_layers: 32,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  max_position_embeddings: 8192,
}

describe('subjectFromConfig', () => {
  it('names a missing key, the expected value, and an example', () => {
    const { num_hidden_layers: _, ...without } = llama
    expect(sentence(without)).toContain('"num_hidden_layers" is missing. It should be a whole number, for example "num_hidden_layers": 32')
  })
  it('says that a key is missing both in the language model’s section and at the top level', () => {
    const { num_hidden_layers: _, ...without } = llama
    const config = { architectures: ['Gemma3ForConditionalGeneration'], model_type: 'gemma3', text_config: without }
    expect(sentence(config)).toContain('"num_hidden_layers" is missing, both in "text_config" and at the top level.')
  })
  it.each([
    ['num_hidden_layers', -1],
    ['num_hidden_layers', 0],
    ['num_hidden_layers', 513],
    ['num_hidden_layers', 1e18],
    ['num_hidden_layers', '32'],
    ['num_hidden_layers', 1.5],
    ['num_hidden_layers', [32]],
    ['num_attention_heads', { a: 1 }],
    ['num_key_value_heads', true],
    ['head_dim', 1e18],
    ['hidden_size', -4096],
    ['max_position_embeddings', 'long'],
  ])('refuses the key %s with the value %j', (key, value) => {
    expect(sentence({ ...llama, [key]: value })).toMatch(new RegExp(`"${key}" is .*\\. It should be a .*, for example "${key}": `))
  })
  it('requires the keys of latent attention for a model that has it', () => {
    expect(sentence({ ...llama, architectures: ['DeepseekV3ForCausalLM'], model_type: 'made-up' })).toContain(
      '"qk_rope_head_dim" is missing. It should be a whole number, for example "qk_rope_head_dim": 64',
    )
  })
  it('treats a key that is null as absent, like Hugging Face’s transformers', () => {
    expect(sentence({ ...llama, num_key_value_heads: null, head_dim: null, sliding_window: null })).toBe('a plan')
  })
  it('requires one value per layer if a key is a list', () => {
    expect(sentence({ ...llama, num_key_value_heads: [8, 8, 8] })).toContain('expected 32, got 3')
  })
})

describe('subjectFromConfig, given text that is not a config.json,', () => {
  it.each([
    ['', 'is empty'],
    ['  \n', 'is empty'],
    ['model_type: llama', 'This is not valid JSON'],
    ['{"model_type": "llama"', 'This is not valid JSON'],
    ['[]', 'This is a list'],
    ['"llama"', 'This is a single value'],
    ['null', 'This is a single value'],
    [' '.repeat(1_000_001), '1,000,001 characters'],
  ])('refuses %j: %s', (text, reason) => {
    expect(sentence(text)).toContain(reason)
  })
  it.each([
    [{ _class_name: 'UNet2DConditionModel', _diffusers_version: '0.30.0' }, 'an image model (diffusers)'],
    [{ peft_type: 'LORA', base_model_name_or_path: 'meta-llama/Llama-3.1-8B', r: 16, lora_alpha: 32 }, 'an adapter (LoRA)'],
    [{ tokenizer_class: 'LlamaTokenizer', added_tokens_decoder: {}, model_max_length: 131_072 }, 'a tokenizer_config.json'],
    [{ version: '1.0', model: { type: 'BPE', vocab: {} } }, 'a tokenizer.json'],
    [{ image_processor_type: 'SiglipImageProcessor', size: {} }, 'processor (preprocessor_config.json)'],
    [{ do_sample: true, temperature: 0.6, top_p: 0.9, transformers_version: '5.0.0' }, 'a generation_config.json'],
    [{ metadata: { total_size: 1 }, weight_map: {} }, 'model.safetensors.index.json'],
    [{ name: 'x', dependencies: {} }, 'a package.json'],
    [{}, '"num_hidden_layers" is missing'],
  ])('refuses %j and says: %s', (config, what) => {
    expect(sentence(config)).toContain(what)
  })
})

describe('an unknown model', () => {
  const unknown = {
    model_type: 'zebra',
    architectures: ['ZebraForCausalLM'],
    hidden_size: 1024,
    num_hidden_layers: 4,
    num_attention_heads: 8,
  }
  it('is planned with full attention, and marked as assumed', () => {
    const { architecture, shape } = subjectFromConfig(JSON.stringify(unknown))
    expect(architecture).toBe('zebra')
    for (const release of Object.values(shape.releases)) expect(release).toMatchObject({ assumed: true, memoryClass: 'kv_cache' })
  })
  it('is returned with a list of the keys that were used', () => {
    const { assumed, usedKeys } = headerFromConfig(unknown)
    expect(assumed).toBe(true)
    expect(usedKeys).toEqual(['num_hidden_layers', 'hidden_size', 'num_attention_heads'])
  })
  it('is not mistaken for a known architecture with the same name', () => {
    const { shape } = subjectFromConfig(JSON.stringify({ ...unknown, model_type: 'plamo3' }))
    expect(shape.releases['0.5.0']).toMatchObject({ assumed: true })
  })
  it('is recognized by its model_type if only its class is unknown', () => {
    const config = { ...llama, architectures: ['LlamaForSequenceClassification'] }
    expect(subjectFromConfig(JSON.stringify(config)).architecture).toBe('llama')
  })
})

describe('subjectFromConfig', () => {
  it('reads Infinity and NaN, which JSON lacks but Python writes', () => {
    const text = JSON.stringify(llama).replace('{', '{"time_step_limit": [0.0, Infinity, -Infinity, NaN], "note": "Infinity \\" NaN", ')
    expect(sentence(text)).toBe('a plan')
  })
  it('accepts a byte order mark', () => {
    expect(sentence(`\uFEFF${JSON.stringify(llama)}`)).toBe('a plan')
  })
})
