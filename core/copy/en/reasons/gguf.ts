import type { ConfigFlaw, ConfigValue, GgufFlaw, OtherFile, SplitFlaw } from '../../../contract/errors/gguf-reasons'
import { formatBytes, formatCount } from '../../../text/amounts'
import { counted } from '../../words/en'

/** null means 2^53 or more, where a double is no longer exact. */
const large = (count: number | null): string => (count === null ? '2^53 or more' : formatCount(count))

export function ggufFlawText(flaw: GgufFlaw): string {
  switch (flaw.kind) {
    case 'endless-header':
      return 'Its header is too long.'
    case 'too-many-tensors':
      return `Its header claims ${large(flaw.count)} tensors, which is too many.`
    case 'too-many-entries':
      return `Its header claims ${large(flaw.count)} metadata entries, which is too many.`
    case 'alignment':
      return `general.alignment is ${flaw.value}, which is not a power of two.`
    case 'text-length':
      return `A string in its header is too long (${large(flaw.bytes)} bytes).`
    case 'metadata-size':
      return `Its metadata without the vocabulary takes more than ${formatBytes(flaw.limitBytes)}.`
    case 'key-missing':
      return `Metadata entry ${flaw.entry} has no key.`
    case 'key-with-zero':
      return `The key of metadata entry ${flaw.entry} contains a zero byte.`
    case 'key-length':
      return `The key of metadata entry ${flaw.entry} is too long (${formatCount(flaw.bytes)} bytes).`
    case 'key-twice':
      return `The key ${flaw.key} appears twice.`
    case 'other-type':
      return `${flaw.key} has type ${flaw.type} instead of ${flaw.expected}.`
    case 'unknown-type':
      return `The key ${flaw.key} has the unknown type ${flaw.type}.`
    case 'unknown-array-type':
      return `The key ${flaw.key} is an array of the unknown type ${flaw.type}.`
    case 'array-length':
      return `The key ${flaw.key} is an array with too many elements (${large(flaw.elements)}).`
    case 'tensor-name-length':
      return `The name of tensor ${flaw.index} is too long (${formatCount(flaw.bytes)} bytes).`
    case 'tensor-twice':
      return `The tensor ${flaw.tensor} appears twice.`
    case 'tensor-end':
      return `The tensor ${flaw.tensor} ends after byte 2^53.`
    case 'tensor-start':
      return `The tensor ${flaw.tensor} starts at byte ${large(flaw.startByte)} instead of byte ${formatCount(flaw.expectedByte)}.`
    case 'tensor-dimensions':
      return `The tensor ${flaw.tensor} has too many dimensions (${formatCount(flaw.dimensions)}).`
    case 'tensor-shape':
      return `The tensor ${flaw.tensor} has the impossible shape ${flaw.shape.map(large).join(' × ')}.`
    case 'tensor-type':
      return `The tensor ${flaw.tensor} has the unknown type ${flaw.type}.`
    case 'tensor-rows':
      return `The tensor ${flaw.tensor} has rows of ${counted(flaw.rowElements, 'element', 'elements')}, but ${flaw.typeName} packs blocks of ${flaw.blockElements}.`
    case 'tensor-size':
      return `The tensor ${flaw.tensor} is too large (${formatCount(flaw.bytes)} bytes).`
  }
}

export function splitFlawText(flaw: SplitFlaw): string {
  switch (flaw.kind) {
    case 'part-number-missing':
      return 'It does not say which part it is.'
    case 'tensor-count-missing':
      return 'It does not say how many tensors all parts together contain.'
    case 'too-many-parts':
      return `It says that the model has ${formatCount(flaw.parts)} parts, which is too many.`
    case 'named-as-other-part':
      return `It is the first part, but its name says part ${flaw.namedPart}.`
    case 'other-part':
      return `It is part ${flaw.part}, but its name says part ${flaw.expectedPart}.`
    case 'tensor-twice':
      return `Another part also contains the tensor ${flaw.tensor}.`
    case 'too-many-tensors':
      return `The parts contain more than the expected ${formatCount(flaw.expectedTensors)} tensors.`
    case 'tensor-count':
      return `The parts contain ${formatCount(flaw.tensors)} tensors instead of ${formatCount(flaw.expectedTensors)}.`
  }
}

const otherFiles: Readonly<Record<OtherFile, string>> = {
  diffusers: 'This is the configuration of an image model (diffusers).',
  adapter: 'This is the configuration of an adapter (LoRA). Use the configuration of its base model.',
  'weight-index': 'This is the index of the weight files (model.safetensors.index.json).',
  tokenizer: 'This is a tokenizer.json.',
  'tokenizer-config': 'This is a tokenizer_config.json.',
  processor: 'This is the configuration of an image or audio processor (preprocessor_config.json).',
  'generation-config': 'This is a generation_config.json.',
  package: 'This is a package.json.',
}

/** Also describes a kind without its limits. */
function valueText(value: ConfigValue | { readonly kind: ConfigValue['kind'] }): string {
  switch (value.kind) {
    case 'whole-number':
      return 'least' in value ? `a whole number from ${value.least} to ${value.most}` : 'a whole number'
    case 'whole-numbers':
      return 'mostItems' in value ? `a list of at most ${value.mostItems} whole numbers` : 'a list of whole numbers'
    case 'words':
      return 'mostItems' in value ? `a list of at most ${value.mostItems} strings` : 'a list of strings'
    case 'objects':
      return 'mostItems' in value ? `a list of at most ${value.mostItems} objects` : 'a list of objects'
    case 'word':
      return 'a string'
    case 'flag':
      return 'true or false'
    case 'object':
      return 'an object'
  }
}

export function configFlawText(flaw: ConfigFlaw): string {
  switch (flaw.kind) {
    case 'empty':
      return 'This config.json is empty.'
    case 'list':
      return 'This is a list, perhaps a modules.json. The config.json of a model is an object: {"model_type": "llama", …}.'
    case 'single-value':
      return 'This is a single value. The config.json of a model is an object: {"model_type": "llama", …}.'
    case 'hybrid-pattern':
      return '"hybrid_override_pattern" should have "M", "*", "-" or "E" for each layer.'
    case 'hybrid-layers':
      return `"hybrid_override_pattern" has ${flaw.patternLayers} layers, but "num_hidden_layers" is ${flaw.layers}.`
    case 'too-long':
      return `This config.json has ${formatCount(flaw.characters)} characters. The config.json of a model has a few thousand.`
    case 'json':
      return `This is not valid JSON: “${flaw.quoted}”.`
    case 'llama.cpp':
      return `llama.cpp would not load the model that this config.json describes: “${flaw.quoted}”.`
    case 'other-file':
      return otherFiles[flaw.file]
    case 'key-missing':
      return `${missing(flaw)} It should be ${valueText({ kind: flaw.expected })}, for example "${flaw.key}": ${flaw.example}.`
    case 'key-wrong':
      return `"${flaw.key}" is ${flaw.found}. It should be ${valueText(flaw.expected)}, for example "${flaw.key}": ${flaw.example}.`
  }
}

function missing({ key, section, isAlsoAtTop }: Extract<ConfigFlaw, { readonly kind: 'key-missing' }>): string {
  if (section === null) return `"${key}" is missing.`
  return isAlsoAtTop ? `"${key}" is missing, both in "${section}" and at the top level.` : `"${key}" is missing in "${section}".`
}
