import { formatBytes, formatCount } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { say, type Writers } from '../../types/sentence'
import { fileTroubleText } from './file-reasons'

export const modelSentences = {
  'file-not-found': ({ path }) =>
    say(`No file exists at ${path}.`, 'It may have been moved, or its drive is not connected. Open it from its new location.'),
  'file-unreadable': ({ path, reason }) =>
    say(`${fileNameOf(path)} cannot be read. ${fileTroubleText(reason)}`, 'Check the permissions of the file and of its folder.'),
  'model-file-changed': ({ path }) =>
    say(`${fileNameOf(path)} was written to while it was loaded.`, 'Load the model again. Caches of the weights before are not stored.'),
  'not-a-file': ({ path, kind }) =>
    say(
      `${fileNameOf(path)} is a ${kind}, not a file.`,
      kind === 'folder' ? 'Choose a .gguf file in the folder.' : 'Choose a file that is stored on a disk.',
    ),
  'file-name-unusable': ({ path, reason }) =>
    say(
      reason === 'nul'
        ? `No file can have this name: ${path.replaceAll('\0', '\ufffd')}. It has a NUL character.`
        : `${path} cannot be opened: its name, or that of a folder above it, is not valid UTF-8.`,
      reason === 'nul' ? 'Name an existing file.' : 'Rename the file or the folder.',
    ),
  'file-address-unusable': ({ address, reason }) =>
    say(
      {
        'other-computer': `${address} names a file on another computer.`,
        'encoded-slash': `${address} names no file: it has an encoded slash (%2F or %5C), which no name can have.`,
        malformed: `${address} is not a valid file address.`,
      }[reason],
      reason === 'other-computer' ? 'Copy the file to this computer, then open it by its path.' : 'Open the file by its path.',
    ),
  'gguf-not-a-model': ({ path, magic }) =>
    say(
      `${fileNameOf(path)} is not a GGUF file: it begins with "${magic}", not with "GGUF".`,
      'Choose a .gguf file. Models in other formats (safetensors, bin, ONNX) have to be converted first, or downloaded as GGUF.',
    ),
  'gguf-version-unsupported': ({ path, version, bigEndian }) =>
    bigEndian
      ? say(`${fileNameOf(path)} was written for big-endian machines.`, 'Download the ordinary (little-endian) file of this model.')
      : say(
          `${fileNameOf(path)} is GGUF version ${version}; versions 2 and 3 can be read.`,
          'Download a newer file of this model, or update Headroom if the file is the newer one.',
        ),
  'gguf-truncated': ({ path, neededBytes, sizeBytes }) =>
    say(
      `${fileNameOf(path)} is cut off: it should be ${formatBytes(neededBytes)} long and is ${formatBytes(sizeBytes)}.`,
      'The download or copy did not finish. Download or copy it again.',
    ),
  'gguf-malformed': ({ path, detail, offset }) =>
    say(
      `${fileNameOf(path)} is damaged: ${detail} (near byte ${formatCount(offset)}).`,
      'Download it again, and compare its checksum with the one its source publishes.',
    ),
  'architecture-unsupported': ({ path, architecture, release }) =>
    say(
      `${fileNameOf(path)} is of the architecture "${architecture}", which llama.cpp ${release} does not know.`,
      'Update Headroom if the model is new; otherwise choose another model.',
    ),
  'model-cannot-chat': ({ path, architecture, kind }) =>
    say(
      `${fileNameOf(path)} (${architecture}) is ${
        {
          encoder: 'an encoder: it turns text into vectors',
          'encoder-decoder': 'an encoder-decoder model, which this engine cannot drive',
          diffusion: 'a diffusion language model',
          projector: 'the image part of another model',
          draft: 'a draft model that only works beside a larger one',
          speech: 'a speech model',
          adapter: 'an adapter (LoRA) for another model',
        }[kind]
      } and cannot answer in a chat.`,
      'Choose a text generation model, often marked "instruct" or "chat".',
    ),
  'split-part-missing': ({ missing, parts }) =>
    say(
      `This model is split into ${parts} files and ${fileNameOf(missing)} is not there.`,
      'Put all its parts into one folder and open the first one.',
    ),
  'split-not-first': ({ part, parts, first }) =>
    say(`This is part ${part} of a model split into ${parts} files.`, `Open the first part, ${fileNameOf(first)}.`),
  'split-inconsistent': ({ path, detail }) =>
    say(
      `${fileNameOf(path)} does not fit the other parts of its model: ${detail}.`,
      'Download all parts again from one place, and leave them the names they have there.',
    ),

  'config-unreadable': ({ reason }) =>
    say(`This config.json cannot be used: ${reason}.`, 'Take the config.json of a text generation model from its repository, as a whole.'),

  'model-larger-than-memory': ({ path, neededBytes, memoryBytes }) =>
    say(
      `${fileNameOf(path)} needs ${formatBytes(neededBytes)} and this machine has ${formatBytes(memoryBytes)} of memory.`,
      'Choose a smaller model or a stronger quantization of this one.',
    ),
  'context-larger-than-memory': ({ neededBytes, freeBytes, contextTokens, fittingTokens }) =>
    say(
      `A context of ${formatCount(contextTokens)} tokens needs ${formatBytes(neededBytes)} and ${formatBytes(freeBytes)} are free.`,
      fittingTokens > 0
        ? `Up to ${formatCount(fittingTokens)} tokens fit with these types; smaller K and V types hold more.`
        : 'Close other programs or choose a smaller model.',
    ),
  'settings-refused': ({ reason, detail }) =>
    say(
      detail,
      {
        'quantized-value-needs-flash-attention': 'Turn flash attention on or to auto, or choose f16, bf16 or f32 for V.',
        'head-not-divisible-by-block':
          'Choose f16, bf16 or f32 for this model, or turn flash attention off (then K may be quantized, V may not).',
        'mla-needs-equal-types': 'Choose the same type for K and V.',
        'too-many-sequences': 'Choose fewer sequences.',
        'no-context': 'Choose a shorter context, or say how long it shall be.',
        'needs-target-model': 'Choose the model that it drafts for.',
        'cannot-be-loaded': 'Download the file again, or choose another model.',
        'kills-the-process': 'Choose other settings: with these llama.cpp stops the whole engine.',
        'refused-by-llama.cpp': 'Choose other settings; the engine log has the details.',
      }[reason],
    ),
} satisfies Partial<Writers>
