/**
 * The sentence for every failure: what happened, and what to do about it.
 * The window, the command line and the log all take their words from here.
 */
import { shiftRefusals } from '../overflow/overflow-problem'
import { formatBytes, formatCount } from '../text/amounts'
import type { ErrorCode, ErrorFacts, Failure } from './errors'

export interface Sentence {
  /** What happened, with its numbers. */
  readonly what: string
  /** What the user can do now. */
  readonly todo: string
}

type Writer<Code extends ErrorCode> = (facts: ErrorFacts<Code>) => Sentence

const say = (what: string, todo: string): Sentence => ({ what, todo })
const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) || path

const hostOf = (url: string): string => /^\w+:\/\/([^/?#]+)/.exec(url)?.[1] ?? url

/** Completes "it ...", and what the user can do. Hugging Face answers 401 for a repository that does not exist, too. */
function refusalOf(status: number, retryAfterSeconds?: number): { readonly meaning: string; readonly todo: string } {
  if (status === 401 || status === 403)
    return {
      meaning: 'asks for an account, or for its licence to be accepted',
      todo: 'Check the address. If the model needs an account, accept its terms on its page and give Headroom an access token (Models, Get a model).',
    }
  if (status === 404 || status === 410) return { meaning: 'has no such file', todo: 'Check the address: it has to lead to the .gguf file.' }
  if (status === 408 || status === 429)
    return { meaning: 'is asked too much', todo: `Wait ${patienceText(retryAfterSeconds) ?? 'some minutes'}, then try again.` }
  if (status >= 500)
    return {
      meaning: 'has trouble of its own',
      todo: `Try again ${retryAfterSeconds ? `in ${patienceText(retryAfterSeconds)}` : 'later'}.`,
    }
  return { meaning: 'refuses the request', todo: 'Check the address, or download the file with a browser and open it from the disk.' }
}

/** In minutes or hours, rounded up: nobody counts seconds before trying again. */
function patienceText(seconds: number | undefined): string | undefined {
  if (!seconds) return undefined
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 120) return `${formatCount(Math.ceil(minutes / 60))} hours`
  return minutes === 1 ? 'a minute' : `${formatCount(minutes)} minutes`
}

/** As `refusalOf`, for a repository. */
function repositoryRefusalOf(status: number, retryAfterSeconds?: number): { readonly meaning: string; readonly todo: string } {
  if (status === 401 || status === 403)
    return {
      meaning: 'says that there is none of this name, or that it needs an account',
      todo: 'Check its name. If it is private or gated, accept its terms on its page and give Headroom an access token.',
    }
  if (status === 404)
    return {
      meaning: 'has none of this name, or not this revision',
      todo: 'Check the name: it is owner/name, as in the address of its page.',
    }
  return refusalOf(status, retryAfterSeconds)
}

const draftRefusals: Readonly<Record<Exclude<ErrorFacts<'draft-refused'>['reason'], 'none-chosen'>, string>> = {
  'other-vocabulary': 'its vocabulary is another',
  'recurrent-state': 'it keeps a recurrent state, which cannot go back behind a token that was drafted wrongly',
  'other-bindings': 'that needs a part of node-llama-cpp that this version does not have',
}

const processedAgain = 'Nothing to do: it was set aside, and the prompt is processed again.'
const refusedSession: Readonly<Record<ErrorFacts<'session-refused'>['reason'], string>> = {
  incomplete: 'the file is not complete',
  damaged: 'the file is damaged, or was not written by this Headroom',
  'other-version': 'another version wrote it',
  'other-settings': 'it belongs to another model or other settings',
  'other-conversation': 'it belongs to another conversation',
  'outside-folder': 'it does not lie in the folder of saved caches',
}

const unavailableUpdates: Readonly<Record<ErrorFacts<'update-unavailable'>['reason'], Sentence>> = {
  'no-source': say('This copy of Headroom does not know where newer versions are published.', 'Get one from where you got this one.'),
  'system-package': say('This copy was installed by the system’s packages.', 'Install the newer package the way you installed this one.'),
  portable: say('This copy is a portable one, which nothing replaces.', 'Get the newer one from where you got this one.'),
  'no-key': say('This copy was built without a key to check newer versions with.', 'Get the newer one from where you got this one.'),
  'cuda-variant': say(
    'This copy is the variant with CUDA, which does not replace itself.',
    'Get the newer one, which has “cuda” in its file’s name, from where you got this one.',
  ),
  'other-host': say('Only the desktop app can look for newer versions of itself.', 'Get one from where you got this one.'),
  'other-step': say('There is nothing to do that with yet.', 'Look for a newer version first.'),
}

const damagedUpdates: Readonly<Record<ErrorFacts<'update-damaged'>['reason'], string>> = {
  checksum: 'its checksum differs',
  signature: 'its signature is not that of this Headroom',
  changed: 'it was changed on this disk after it had come',
}

const writers: { readonly [Code in ErrorCode]: Writer<Code> } = {
  'file-not-found': ({ path }) =>
    say(`There is no file at ${path}.`, 'It may have been moved or its drive unplugged. Open it from where it is now.'),
  'file-unreadable': ({ path, reason }) =>
    say(
      `${nameOf(path)} cannot be read: ${reason}.`,
      reason === 'it is a folder' ? 'Name a .gguf file in it.' : 'Check the permissions of the file and of its folder.',
    ),
  'gguf-not-a-model': ({ path, magic }) =>
    say(
      `${nameOf(path)} is not a GGUF file: it begins with "${magic}", not with "GGUF".`,
      'Choose a .gguf file. Models in other formats (safetensors, bin, ONNX) have to be converted first, or downloaded as GGUF.',
    ),
  'gguf-version-unsupported': ({ path, version, bigEndian }) =>
    bigEndian
      ? say(`${nameOf(path)} was written for big-endian machines.`, 'Download the ordinary (little-endian) file of this model.')
      : say(
          `${nameOf(path)} is GGUF version ${version}; versions 2 and 3 can be read.`,
          'Download a newer file of this model, or update Headroom if the file is the newer one.',
        ),
  'gguf-truncated': ({ path, neededBytes, sizeBytes }) =>
    say(
      `${nameOf(path)} is cut off: it should be ${formatBytes(neededBytes)} long and is ${formatBytes(sizeBytes)}.`,
      'The download or copy did not finish. Download or copy it again.',
    ),
  'gguf-malformed': ({ path, detail, offset }) =>
    say(
      `${nameOf(path)} is damaged: ${detail} (near byte ${formatCount(offset)}).`,
      'Download it again, and compare its checksum with the one its source publishes.',
    ),
  'architecture-unsupported': ({ path, architecture, release }) =>
    say(
      `${nameOf(path)} is of the architecture "${architecture}", which llama.cpp ${release} does not know.`,
      'Update Headroom if the model is new; otherwise choose another model.',
    ),
  'model-cannot-chat': ({ path, architecture, kind }) =>
    say(
      `${nameOf(path)} (${architecture}) is ${
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
      `This model is split into ${parts} files and ${nameOf(missing)} is not there.`,
      'Put all its parts into one folder and open the first one.',
    ),
  'split-not-first': ({ part, parts, first }) =>
    say(`This is part ${part} of a model split into ${parts} files.`, `Open the first part, ${nameOf(first)}.`),
  'split-inconsistent': ({ path, detail }) =>
    say(
      `${nameOf(path)} does not fit the other parts of its model: ${detail}.`,
      'Download all parts again from one place, and leave them the names they have there.',
    ),

  'config-unreadable': ({ reason }) =>
    say(`This config.json cannot be used: ${reason}.`, 'Take the config.json of a text generation model from its repository, as a whole.'),

  'url-invalid': ({ url, reason }) => say(`${url} cannot be opened: ${reason}.`, 'Give the http or https address of a .gguf file.'),
  'url-unreachable': ({ url, reason }) =>
    say(`${hostOf(url)} cannot be reached: ${reason}.`, 'Check the address and the connection to the internet, then try again.'),
  'certificate-untrusted': ({ url, reason, name }) =>
    say(
      `${hostOf(url)} was not asked, because its certificate cannot be trusted: ${
        {
          'unknown-issuer': 'nobody whom this machine trusts has signed it',
          'out-of-date': 'it does not count at this date',
          'other-server': 'it was made for another server',
        }[reason]
      } (${name}).`,
      {
        'unknown-issuer':
          'If your organisation reads along, start Headroom with NODE_EXTRA_CA_CERTS set to the path of its certificate (a .pem file). Otherwise use another network: somebody may stand between you and the server.',
        'out-of-date': 'Look at the clock of this machine. If it is right, the server has to be given a new certificate.',
        'other-server': 'Check the address. If it is right, use another network: something answers in the place of the server.',
      }[reason],
    ),
  'download-refused': ({ url, status, retryAfterSeconds }) => {
    const { meaning, todo } = refusalOf(status, retryAfterSeconds)
    return say(`${hostOf(url)} does not give ${nameOf(url)}: it ${meaning} (HTTP status ${status}).`, todo)
  },
  'download-cut-off': ({ url, receivedBytes, expectedBytes }) =>
    say(
      `${hostOf(url)} broke off ${nameOf(url)} after ${formatBytes(receivedBytes)} of ${formatBytes(expectedBytes)}.`,
      'Try again, on a steadier connection if it repeats.',
    ),
  'download-changed': ({ url, detail }) =>
    say(`${nameOf(url)} changed on ${hostOf(url)} while it was being read: ${detail}.`, 'Try again: the file is read anew.'),
  'server-answer-invalid': ({ url, detail }) =>
    say(
      `${hostOf(url)} answers in a way that cannot be used for ${nameOf(url)}: ${detail}.`,
      'Download the file with a browser and open it from the disk, or use another address for it.',
    ),

  offline: ({ url, isForced }) =>
    say(
      `${hostOf(url)} was not asked: Headroom is offline.`,
      isForced
        ? 'It was started with HEADROOM_OFFLINE: start it again without that.'
        : 'Turn the offline switch off (Models, Get a model), then try again.',
    ),
  'token-unusable': ({ character }) =>
    say(
      `The access token has ${JSON.stringify(character)} in it, which no token has.`,
      'Copy it when it is made: what its page shows of it later is shortened. One in HF_TOKEN is changed where Headroom is started.',
    ),
  'address-unclear': ({ address, reason }) =>
    say(
      `"${address}" cannot be looked up: ${reason}.`,
      'Give a repository as owner/name, an hf: address, or the https address of a .gguf file.',
    ),
  'repository-refused': ({ repository, host, status, retryAfterSeconds }) => {
    const { meaning, todo } = repositoryRefusalOf(status, retryAfterSeconds)
    return say(`${host} does not list ${repository}: it ${meaning} (HTTP status ${status}).`, todo)
  },
  'search-refused': ({ host, status, retryAfterSeconds }) =>
    say(
      `${host} does not answer the search (HTTP status ${status}).`,
      status === 429 || status >= 500
        ? refusalOf(status, retryAfterSeconds).todo
        : 'Paste the name of a repository instead: it is owner/name, as in the address of its page.',
    ),
  'repository-without-gguf': ({ repository, files }) =>
    say(
      `${repository} has no GGUF file${files > 0 ? `, only ${formatCount(files)} files of other kinds` : ''}.`,
      'Look for a repository of the same model whose name ends in GGUF.',
    ),
  'not-enough-disk': ({ path, neededBytes, freeBytes }) =>
    say(
      `${nameOf(path)} needs ${formatBytes(neededBytes)} and the disk has ${formatBytes(freeBytes)} free.`,
      'Free some room, or choose a stronger quantization.',
    ),
  'download-hash-wrong': ({ url, expected, found }) =>
    say(
      `${nameOf(url)} is not the file that ${hostOf(url)} describes: its SHA-256 is ${found.slice(0, 12)}… and should be ${expected.slice(0, 12)}….`,
      'What came was deleted. Download it again; if it repeats, something between you and the server changes files.',
    ),
  'download-in-use': ({ path }) =>
    say(`Another Headroom is downloading ${nameOf(path)} to the same place.`, 'Wait until it is there, then look for models again.'),
  'file-exists': ({ path }) =>
    say(`There is another file at ${path} already.`, 'Move or rename that one, then try again; Headroom does not overwrite it.'),
  'transfer-not-found': () => say('This download is no longer in the list.', 'Look the model up again and start it anew.'),
  'folder-unusable': ({ path, reason }) =>
    say(
      `${path} cannot be used: ${reason}.`,
      /\blink\b/.test(reason) ? 'Remove that link, then try again.' : 'Choose a folder that this user may read.',
    ),
  'model-in-use': ({ name }) =>
    say(`${name} is loaded.`, 'Unload it first, or load another model; where it drafts, choose another draft model.'),
  'managed-elsewhere': ({ name, program }) =>
    say(`${name} belongs to ${program}, which keeps a list of its own.`, `Remove it with ${program}.`),

  'model-larger-than-memory': ({ path, neededBytes, memoryBytes }) =>
    say(
      `${nameOf(path)} needs ${formatBytes(neededBytes)} and this machine has ${formatBytes(memoryBytes)} of memory.`,
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

  'engine-gone': ({ reason }) => say(`The engine stopped: ${reason}.`, 'Nothing that was stored is lost. Load the model again to go on.'),
  'not-connected': () =>
    say('There is no connection to Headroom.', 'It is tried again every moment; do the same once more, or start Headroom again.'),
  'link-outdated': () =>
    say(
      'Headroom was started anew since this tab was opened.',
      'Open the link that it printed when it started. This tab belongs to the start before and can be closed; nothing that was sent is lost.',
    ),
  'engine-start-failed': ({ reason }) =>
    say(`The engine could not start: ${reason}.`, 'Try again. If it keeps failing, choose the CPU backend in the settings.'),
  'model-load-failed': ({ path, reason }) =>
    say(
      `llama.cpp could not load ${nameOf(path)}: ${reason}.`,
      'The file may be damaged or too new for this version. Download it again or choose another model.',
    ),
  'context-failed': ({ reason }) =>
    say(`llama.cpp could not create the context: ${reason}.`, 'Choose a smaller context, or other K and V types.'),
  'no-model-loaded': () => say('No model is loaded.', 'Choose a model first.'),

  'empty-message': () => say('There is nothing to send.', 'Write a message first.'),
  'message-too-long': ({ characters, limitCharacters }) =>
    say(
      `This message has ${formatCount(characters)} characters; at most ${formatCount(limitCharacters)} can be sent at once.`,
      'Shorten it or send it in parts.',
    ),
  'conversation-busy': () => say('This conversation is still being answered.', 'Wait for the answer or stop it first.'),
  'answer-has-ended': () => say('The model ended this answer by itself.', 'Ask it to go on, or regenerate the answer.'),
  'answers-refused': ({ reason, answers, sequences }) =>
    reason === 'too-few-sequences'
      ? say(
          `${formatCount(answers)} answers at once need as many sequences, and the context has ${formatCount(sequences)}.`,
          `Set Sequences to ${formatCount(answers)} in the settings, or ask for fewer answers.`,
        )
      : say('At temperature 0 all answers would be the same.', 'Raise the temperature in the settings, or ask for one answer.'),
  'speculation-refused': ({ reason }) =>
    say(
      reason === 'recurrent-state'
        ? 'This model keeps a recurrent state, which cannot go back behind a token that was drafted wrongly.'
        : 'Speculation needs a part of node-llama-cpp that this version does not have.',
      'Switch speculation off in the settings.',
    ),
  'draft-refused': ({ name, reason, detail }) =>
    reason === 'none-chosen'
      ? say('No draft model is chosen.', 'Choose a smaller model of the same family, or another kind of speculation.')
      : say(
          `${name} cannot draft for this model: ${draftRefusals[reason]}${detail && `: ${detail}`}.`,
          reason === 'other-bindings' ? 'Switch speculation off in the settings.' : 'Choose a smaller model of the same family.',
        ),
  'draft-larger-than-memory': ({ name, neededBytes, freeBytes }) =>
    say(
      `${name} needs ${formatBytes(neededBytes)} as a draft model, and ${formatBytes(freeBytes)} are free.`,
      'Choose a smaller draft model or a shorter context.',
    ),
  'draft-load-failed': ({ name, reason }) =>
    say(`llama.cpp could not load ${name} as a draft model: ${reason}.`, 'Choose another draft model, or download this one again.'),
  'cells-not-copied': ({ reason }) =>
    say(
      `The cells of the prompt could not be copied to the other sequences: ${reason}.`,
      'Make room on the disk for temporary files, or ask for one answer.',
    ),
  'text-piece-too-long': ({ characters, limitCharacters }) =>
    say(
      `${formatCount(characters)} characters were to be counted at once; at most ${formatCount(limitCharacters)} are.`,
      'Count them in pieces.',
    ),
  'prompt-too-long': ({ promptTokens, contextTokens }) =>
    say(
      `The conversation is ${formatCount(promptTokens)} tokens long and the context holds ${formatCount(contextTokens)}.`,
      'Choose a larger context in the settings, let the oldest turns leave (“When the context is full”), shorten the message, or start a new conversation.',
    ),
  'overflow-refused': ({ reason }) =>
    say(
      `Keeping only the first and the last tokens does not work with this model and its settings: ${shiftRefusals[reason]}.`,
      'Choose to stop or to drop the oldest turns for this conversation, under “When the context is full”.',
    ),
  'overflow-no-room': ({ stayingTokens, contextTokens, mostTokens }) =>
    say(
      `The ${formatCount(stayingTokens)} tokens that are to stay leave no room in a context of ${formatCount(contextTokens)}.`,
      `First and last tokens together may be ${formatCount(mostTokens)} at most; or choose a larger context in the settings.`,
    ),
  'template-failed': ({ reason }) =>
    say(
      `The chat template cannot be used: ${reason}.`,
      'Remove the system prompt, start a new conversation, or give the model another template (Models, More, Chat template).',
    ),
  'generation-failed': ({ reason }) =>
    say(`llama.cpp stopped in the middle: ${reason}.`, 'Try again; if it repeats, load the model again.'),

  'conversation-not-found': () => say('This conversation no longer exists.', 'It was deleted; choose another one.'),
  'message-not-found': () => say('This message no longer exists.', 'Open the conversation again.'),
  'turn-not-found': () => say('This answer is no longer being written.', 'Open the conversation again to see it.'),
  'model-not-found': () => say('This model is no longer in the list.', 'Open its file again.'),
  'search-too-short': () => say('There is nothing to search for.', 'Write at least one letter or digit.'),
  'disk-full': ({ path }) => say(`The disk that holds ${path} is full.`, 'Free some space and try again. Nothing that was stored is lost.'),
  'store-failed': ({ path, reason }) =>
    say(`The conversations in ${path} cannot be written: ${reason}.`, 'Check the disk and the permissions of this folder, then try again.'),
  'data-folder-in-use': ({ path, by }) =>
    say(`Another Headroom (${by}) is using ${path}.`, 'Use that one, close it first, or start this one with another folder (--data).'),
  'data-from-newer-version': ({ path, found, known }) =>
    say(
      `${path} was written by a newer Headroom (format ${found}, this one knows ${known}).`,
      'Update Headroom, or start this one with another folder (--data).',
    ),

  'session-refused': ({ reason, detail }) => say(`The saved cache was not used: ${refusedSession[reason]} (${detail}).`, processedAgain),
  'session-not-held': () =>
    say(
      'The cache holds nothing of this conversation, so there is nothing to save.',
      'Go on with it first; its next answer fills the cache.',
    ),
  'session-private': () =>
    say('This conversation is private: nothing of its cache is written to the disk.', 'Begin an ordinary conversation to keep its cache.'),
  'session-over-budget': ({ neededBytes, budgetBytes }) =>
    say(
      `The cache of this conversation takes ${formatBytes(neededBytes)}, and saved caches may take ${formatBytes(budgetBytes)} together.`,
      'Allow more under Preferences, Saved caches, or choose smaller K and V types.',
    ),
  'session-not-enough-disk': ({ neededBytes, freeBytes }) =>
    say(
      `The cache was not saved: with what stays free for messages it needs ${formatBytes(neededBytes)}, and the disk has ${formatBytes(freeBytes)} free.`,
      'Free some room on it, or choose smaller K and V types. No message is lost.',
    ),
  'session-not-saved': ({ reason }) =>
    say(`The cache was not saved: ${reason}.`, 'Try again. What was saved before is still there, and no message is lost.'),
  'session-not-restored': ({ reason }) => say(`llama.cpp did not take the saved cache: ${reason}.`, processedAgain),

  'bench-plan-refused': ({ reason }) => say('This benchmark cannot be run.', reason),
  'bench-busy': () => say('A benchmark is running.', 'Wait for its end, or cancel it first.'),
  'bench-run-not-found': () => say('This benchmark is no longer there.', 'It was deleted, or it has ended; choose another one.'),
  'bench-text-too-short': ({ tokens, neededTokens }) =>
    say(
      `The text has ${formatCount(tokens)} tokens; at least ${formatCount(neededTokens)} are needed.`,
      'Choose a longer text, or shorter chunks.',
    ),
  'bench-text-binary': ({ character }) =>
    say(
      `This is not a text: character ${formatCount(character + 1)} is none that a text has.`,
      'Choose a plain text file (.txt or .md, UTF-8).',
    ),
  'bench-task-failed': ({ reason }) =>
    say(`The measurement did not come to its end: ${reason}.`, 'Run it again, or leave this setting out.'),
  'bench-import-refused': ({ name, reason }) => say(`${name} could not be read as a benchmark.`, reason),

  'lab-model-unsupported': ({ path, reason }) =>
    say(
      `${nameOf(path)} cannot run in the Lab: ${reason}.`,
      'Use the embedded model (pocket), or a GGUF of the Llama architecture with f32, f16, q8_0 or q4_0 weights and the GPT-2 tokenizer.',
    ),
  'lab-model-too-large': ({ path, parameters, limitParameters }) =>
    say(
      `${nameOf(path)} has ${formatCount(parameters)} parameters; the Lab, which computes in plain TypeScript, takes up to ${formatCount(limitParameters)}.`,
      'Use the embedded model (pocket) or another small one.',
    ),
  'lab-budget-too-small': ({ policy, budgetTokens, leastTokens }) =>
    say(
      `A budget of ${formatCount(budgetTokens)} tokens is less than ${policy} always keeps (${formatCount(leastTokens)}).`,
      `Give it ${formatCount(leastTokens)} tokens or more, or choose a policy that keeps fewer.`,
    ),
  'lab-block-too-large': ({ blockTokens, contextTokens }) =>
    say(
      `A block of ${formatCount(blockTokens)} tokens does not fit a context of ${formatCount(contextTokens)}.`,
      'Choose blocks of 1 to 256 tokens, and no longer than the context.',
    ),
  'lab-text-too-long': ({ textTokens, contextTokens }) =>
    say(
      `The text has ${formatCount(textTokens)} tokens, and ${formatCount(contextTokens)} can be recorded with this model.`,
      'Shorten the text, or ask for fewer tokens.',
    ),
  'lab-busy': ({ what }) => say(`The Lab is busy with “${what}”.`, 'Wait until it is done, or cancel it: it computes one thing at a time.'),
  'lab-ended': ({ reason }) => say(`The Lab’s process stopped: ${reason}.`, 'Nothing else is touched by that. Start it once more.'),
  'lab-recording-gone': () => say('This recording is closed.', 'Record it again: with the same settings it comes out the same.'),

  'shortcut-refused': ({ reason }) => say(reason, 'Choose another combination of keys.'),

  'updates-off': () => say('Looking for newer versions is switched off.', 'Switch it on in Preferences, Updates.'),
  'update-unavailable': ({ reason }) => unavailableUpdates[reason],
  'update-look-failed': ({ source, reason }) =>
    say(`${source} could not be asked for newer versions: ${reason}.`, 'Check the connection, then look again. Headroom goes on as it is.'),
  'update-fetch-failed': ({ version, reason }) =>
    say(`Version ${version} was not fetched: ${reason}.`, 'Try again. Headroom goes on as it is.'),
  'update-not-genuine': ({ version, source, reason }) =>
    say(
      `Version ${version} at ${source} ${reason === 'unsigned' ? 'is not signed' : 'is not signed by whoever published this copy'}.`,
      `Nothing was downloaded, and this version stays. If you trust ${source} all the same, get the newer one from there yourself.`,
    ),
  'update-damaged': ({ version, reason }) =>
    say(
      `What came as version ${version} is not what was published: ${damagedUpdates[reason]}.`,
      'It was thrown away. Try again later; if it happens again, tell whoever publishes Headroom.',
    ),
  'update-does-not-start': ({ version, reason }) =>
    say(`Version ${version} does not run on this machine: ${reason}.`, 'It was not installed. Headroom goes on as it is.'),
  'update-install-failed': ({ version, reason }) =>
    say(`Version ${version} was not installed: ${reason}.`, 'Headroom goes on as it is. Check the folder it lies in, then try again.'),

  'not-on-this-host': ({ what }) => say(`${what} is not possible in the browser.`, 'Use the desktop app for it.'),
  'upload-refused': ({ name, reason }) => say(`${name} was not taken: ${reason}.`, 'Choose another file, or open it by its path.'),
}

export function sentenceOf(failure: Failure): Sentence {
  const write = writers[failure.code] as (facts: Failure['facts']) => Sentence
  return write(failure.facts)
}

/** Both halves as one text. */
export function describeFailure(failure: Failure): string {
  const { what, todo } = sentenceOf(failure)
  return `${what} ${todo}`
}
