import type { ErrorFacts, NestedFailure } from '../../../contract/errors/errors'
import { formatBytes, formatCount } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { say, type Writers } from '../../types/sentence'
import { listed } from '../../words/en'
import { engineEndText, processEndText } from './process-ends'
import { shiftRefusals } from './shift-refusals'

const draftRefusals: Readonly<Record<Exclude<ErrorFacts<'draft-refused'>['reason'], 'none-chosen'>, string>> = {
  'other-vocabulary': 'its vocabulary is another',
  'recurrent-state': 'it keeps a recurrent state, which cannot go back behind a token that was drafted wrongly',
  'other-bindings': 'that needs a part of node-llama-cpp that this version does not have',
}

/** Also for the log. */
export function templateProblemText(reason: ErrorFacts<'template-failed'>['reason']): string {
  switch (reason.kind) {
    case 'timeout':
      return `It did not finish within ${reason.seconds} s.`
    case 'memory':
      return `It took more than ${reason.mebibytes} MiB of memory.`
    case 'too-long':
      return `It writes ${formatCount(reason.characters)} characters.`
    case 'process-ended':
      return `The process that ran it ended. ${processEndText(reason.end)}`
    case 'jinja':
      return `jinja reports: “${reason.quoted}”.`
  }
}

function draftLoadFailed(
  name: string,
  reason: ErrorFacts<'draft-load-failed'>['reason'],
  describe: (failure: NestedFailure) => string,
): string {
  switch (reason.kind) {
    case 'header-unreadable':
      return `${name} cannot be loaded as a draft model, because its header is damaged.`
    case 'failure':
      return `${name} cannot be loaded as a draft model. ${describe(reason.failure)}`
    case 'llama.cpp':
      return `llama.cpp could not load ${name} as a draft model. It reports: “${reason.quoted}”.`
  }
}

export const engineSentences = {
  'engine-gone': ({ reason }) =>
    say(`The engine stopped. ${engineEndText(reason)}`, 'Nothing that was stored is lost. Load the model again to continue.'),
  'not-connected': () =>
    say('There is no connection to Headroom.', 'It is tried again every moment; do the same once more, or start Headroom again.'),
  'link-outdated': () =>
    say(
      'Headroom was started anew since this tab was opened.',
      'Open the link that it printed when it started. This tab belongs to the start before and can be closed; nothing that was sent is lost.',
    ),
  'engine-start-failed': ({ reason }) =>
    say(`The engine could not start. ${engineEndText(reason)}`, 'Try again. If it fails again, choose the CPU backend in the settings.'),
  'vc-runtime-missing': ({ libraries }) =>
    say(
      `Headroom needs the Microsoft Visual C++ runtime, and Windows cannot find ${listed(libraries)} of it.`,
      'Install the Microsoft Visual C++ Redistributable (https://aka.ms/vs/17/release/vc_redist.x64.exe), then start Headroom again.',
    ),
  'model-load-failed': ({ path, quoted }) =>
    say(
      `llama.cpp could not load ${fileNameOf(path)}. It reports: “${quoted}”.`,
      'The file may be damaged or too new for this version. Download it again or choose another model.',
    ),
  'context-failed': ({ reason }) =>
    say(
      reason.kind === 'not-enough-memory'
        ? `llama.cpp does not have enough memory for a context of ${formatCount(reason.contextTokens)} tokens.`
        : `llama.cpp could not create the context. It reports: “${reason.quoted}”.`,
      'Choose a smaller context, or other K and V types.',
    ),
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
  'draft-load-failed': ({ name, reason }, describe) =>
    say(draftLoadFailed(name, reason, describe), 'Choose another draft model, or download this one again.'),
  'cells-not-copied': ({ reason }) =>
    say(
      `The cells of the prompt could not be copied to the other sequences. ${
        reason.kind === 'tokens-missing'
          ? `Only ${formatCount(reason.arrivedTokens)} of ${formatCount(reason.expectedTokens)} tokens arrived.`
          : `The error was: “${reason.quoted}”.`
      }`,
      'Free some disk space for temporary files, or ask for one answer.',
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
      `The chat template cannot be used. ${templateProblemText(reason)}`,
      'Remove the system prompt, start a new conversation, or give the model another template (Models, More, Chat template).',
    ),
  'generation-failed': ({ quoted }) =>
    say(`llama.cpp stopped while writing the answer. It reports: “${quoted}”.`, 'Try again. If it fails again, load the model again.'),
  'older-failure': ({ stored, quoted }) =>
    say(
      `An older version of Headroom stored this error: ${quoted === '' ? '' : `“${quoted}” `}(${stored}).`,
      'Try the same thing again if you still need it.',
    ),
} satisfies Partial<Writers>
