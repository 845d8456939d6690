import { formatBytes, formatCount } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { say, type Writers } from '../../types/sentence'
import { fileTroubleText } from '../reasons/files'
import { configFlawText, ggufFlawText, splitFlawText } from '../reasons/gguf'
import { settingsRefusalText } from '../reasons/settings'

export const modelSentences = {
  'file-not-found': ({ path }) =>
    say(`No file exists at ${path}.`, 'It may have been moved, or its drive is not connected. Open it from its new location.'),
  'file-unreadable': ({ path, reason }) =>
    say(`${fileNameOf(path)} cannot be read. ${fileTroubleText(reason)}`, 'Check the permissions of the file and of its folder.'),
  'model-file-changed': ({ path }) =>
    say(
      `${fileNameOf(path)} has changed since Headroom began to load it.`,
      'Load the model again. Caches of the old weights are not saved.',
    ),
  'not-a-file': ({ path, kind }) =>
    say(
      `${fileNameOf(path)} is a ${kind}, not a file.`,
      kind === 'folder' ? 'Choose a .gguf file in the folder.' : 'Choose a file on a disk.',
    ),
  'file-name-unusable': ({ path, reason }) =>
    say(
      reason === 'nul'
        ? `No file can have the name ${path.replaceAll('\0', '\ufffd')} because it contains a NUL character.`
        : `${path} cannot be opened because its name or the name of a folder above it is not valid UTF-8.`,
      reason === 'nul' ? 'Enter the name of an existing file.' : 'Rename the file or the folder.',
    ),
  'file-address-unusable': ({ address, reason }) =>
    say(
      {
        'other-computer': `${address} names a file on another computer.`,
        'encoded-slash': `${address} contains an encoded slash (%2F or %5C), which no file name can contain.`,
        malformed: `${address} is not a valid file address.`,
      }[reason],
      reason === 'other-computer' ? 'Copy the file to this computer, then open it by its path.' : 'Open the file by its path.',
    ),
  'gguf-not-a-model': ({ path, magic }) =>
    say(
      `${fileNameOf(path)} is not a GGUF file: it starts with “${magic}” instead of “GGUF”.`,
      'Choose a .gguf file. Convert models in other formats (safetensors, bin, ONNX) first, or download them as GGUF.',
    ),
  'gguf-version-unsupported': ({ path, version, bigEndian }) =>
    bigEndian
      ? say(`${fileNameOf(path)} was written for big-endian machines.`, 'Download the ordinary (little-endian) file of this model.')
      : say(
          `${fileNameOf(path)} is GGUF version ${version}. Headroom reads versions 2 and 3.`,
          'Download a newer file of this model. If the file is new, update Headroom.',
        ),
  'gguf-truncated': ({ path, neededBytes, sizeBytes }) =>
    say(
      `${fileNameOf(path)} is cut off: it has ${formatBytes(sizeBytes)} instead of ${formatBytes(neededBytes)}.`,
      'The download or the copy did not finish. Download or copy it again.',
    ),
  'gguf-malformed': ({ path, flaw, offset }) =>
    say(
      `${fileNameOf(path)} is damaged near byte ${formatCount(offset)}. ${ggufFlawText(flaw)}`,
      'Download it again, and compare its checksum with the published one.',
    ),
  'architecture-unsupported': ({ path, architecture, release }) =>
    say(
      `${fileNameOf(path)} has the architecture “${architecture}”, which llama.cpp ${release} does not support.`,
      'Update Headroom if the model is new. Otherwise choose another model.',
    ),
  'model-cannot-chat': ({ path, architecture, kind }) =>
    say(
      {
        encoder: `${fileNameOf(path)} (${architecture}) is an encoder, which turns text into vectors. It cannot chat.`,
        'encoder-decoder': `${fileNameOf(path)} (${architecture}) is an encoder-decoder model, which Headroom does not support.`,
        diffusion: `${fileNameOf(path)} (${architecture}) is a diffusion language model, which Headroom does not support.`,
        projector: `${fileNameOf(path)} (${architecture}) is the multimodal projector (mmproj) of another model. Headroom cannot read images yet; a later version may.`,
        draft: `${fileNameOf(path)} (${architecture}) is a draft model, which only works with a larger model.`,
        speech: `${fileNameOf(path)} (${architecture}) is a speech model. It cannot chat.`,
        adapter: `${fileNameOf(path)} (${architecture}) is an adapter (LoRA) for another model. It cannot chat.`,
      }[kind],
      'Choose a text generation model. Its name often contains “instruct” or “chat”.',
    ),
  'split-part-missing': ({ missing, parts }) =>
    say(
      `This model is split into ${parts} files, and ${fileNameOf(missing)} is missing.`,
      'Put all parts into one folder and open the first one.',
    ),
  'split-not-first': ({ part, parts, first }) =>
    say(`This is part ${part} of a model split into ${parts} files.`, `Open the first part, ${fileNameOf(first)}.`),
  'split-inconsistent': ({ path, flaw }) =>
    say(
      `${fileNameOf(path)} does not match the other parts of its model. ${splitFlawText(flaw)}`,
      'Download all parts again from one source, and keep their file names.',
    ),

  'config-unreadable': ({ flaw }) =>
    say(configFlawText(flaw), 'Use the complete config.json of a text generation model from its repository.'),

  'model-larger-than-memory': ({ path, neededBytes, memoryBytes }) =>
    say(
      `${fileNameOf(path)} needs ${formatBytes(neededBytes)} of memory. This machine has ${formatBytes(memoryBytes)}.`,
      'Choose a smaller model, or a smaller quantization of this one.',
    ),
  'context-larger-than-memory': ({ neededBytes, freeBytes, contextTokens, fittingTokens }) =>
    say(
      `A context of ${formatCount(contextTokens)} tokens needs ${formatBytes(neededBytes)} of memory. ${formatBytes(freeBytes)} is free.`,
      fittingTokens > 0
        ? `Up to ${formatCount(fittingTokens)} tokens fit with these K and V types. With smaller types, more tokens fit.`
        : 'Close other programs or choose a smaller model.',
    ),
  'settings-refused': ({ reason }) =>
    say(
      settingsRefusalText(reason),
      {
        'quantized-value-needs-flash-attention': 'Set flash attention to on or auto, or choose f16, bf16 or f32 for V.',
        'head-not-divisible-by-block':
          'Choose f16, bf16 or f32 for this model, or turn off flash attention. K can then be quantized, but V cannot.',
        'mla-needs-equal-types': 'Choose the same type for K and V.',
        'too-many-sequences': 'Choose fewer sequences.',
        'no-context': reason.kind === 'no-context' && reason.mostTokens === null ? 'Enter a context length.' : 'Choose a shorter context.',
        'needs-target-model': 'Choose the model that it drafts for.',
        'cannot-be-loaded': 'Download the file again, or choose another model.',
        'kills-the-process': 'Choose other settings or another model. With these, llama.cpp would stop the engine.',
      }[reason.kind],
    ),
} satisfies Partial<Writers>
