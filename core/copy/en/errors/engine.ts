import type { ErrorFacts, NestedFailure } from '../../../contract/errors/errors'
import type { DraftRefusal } from '../../../contract/errors/settings-reasons'
import { formatBytes, formatCount } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { type Sentence, say, type Writers } from '../../types/sentence'
import { listed } from '../../words/en'
import { documentRefused, imagesRefused } from '../reasons/documents'
import { grammarProblemText, schemaRefusalText } from '../reasons/grammar'
import { engineEndText } from '../reasons/process-ends'
import { vocabularyDifferenceText } from '../reasons/settings'
import { shiftRefusals } from '../reasons/shift-refusals'
import { templateProblemText } from '../reasons/template-problem'

function draftRefused(name: string, reason: DraftRefusal): Sentence {
  const family = 'Choose a smaller model of the same family.'
  switch (reason.kind) {
    case 'none-chosen':
      return say('No draft model is chosen.', 'Choose a smaller model of the same family, or another kind of speculation.')
    case 'recurrent-state':
      return say(`${name} cannot draft because it keeps a recurrent state, which cannot be rolled back when a token is rejected.`, family)
    case 'other-bindings':
      return say(`${name} cannot draft because this version of node-llama-cpp lacks a part that drafting needs.`, speculationOff)
    case 'other-vocabulary':
      return say(`${name} cannot draft because its vocabulary is different. ${vocabularyDifferenceText(reason.difference)}`, family)
  }
}

const speculationOff = 'Turn off speculation in the settings.'

function draftLoadFailed(
  name: string,
  reason: ErrorFacts<'draft-load-failed'>['reason'],
  describe: (failure: NestedFailure) => string,
): string {
  switch (reason.kind) {
    case 'header-unreadable':
      return `${name} cannot be loaded as a draft model because its header is damaged.`
    case 'failure':
      return `${name} cannot be loaded as a draft model. ${describe(reason.failure)}`
    case 'llama.cpp':
      return `llama.cpp could not load ${name} as a draft model. It reports: “${reason.quoted}”.`
  }
}

export const engineSentences = {
  'engine-gone': ({ reason }) =>
    say(`The engine stopped. ${engineEndText(reason)}`, 'Your conversations are stored. Load the model again to continue.'),
  'not-connected': () => say('There is no connection to Headroom.', 'Headroom keeps trying to reconnect. Try again, or restart it.'),
  'link-outdated': () =>
    say(
      'Headroom has restarted since you opened this tab.',
      'Open the link that it printed when it started, and close this tab. Nothing that you sent is lost.',
    ),
  'engine-start-failed': ({ reason }) =>
    say(`The engine could not start. ${engineEndText(reason)}`, 'Try again. If it fails again, choose the CPU backend in the settings.'),
  'vc-runtime-missing': ({ libraries }) =>
    say(
      `Headroom needs the Microsoft Visual C++ runtime, but Windows cannot find ${listed(libraries)}.`,
      'Install the Microsoft Visual C++ Redistributable (https://aka.ms/vs/17/release/vc_redist.x64.exe), then start Headroom again.',
    ),
  'model-load-failed': ({ path, quoted }) =>
    say(
      `llama.cpp could not load ${fileNameOf(path)}. It reports: “${quoted}”.`,
      'The file may be damaged, or too new for this version. Download it again, or choose another model.',
    ),
  'context-failed': ({ reason }) =>
    say(
      reason.kind === 'not-enough-memory'
        ? `llama.cpp does not have enough memory for a context of ${formatCount(reason.contextTokens)} tokens.`
        : `llama.cpp could not create the context. It reports: “${reason.quoted}”.`,
      'Choose a smaller context, or smaller K and V types.',
    ),
  'no-model-loaded': () => say('No model is loaded.', 'Choose a model first.'),

  'empty-message': () => say('The message is empty.', 'Write a message first.'),
  'message-too-long': ({ characters, limitCharacters }) =>
    say(
      `This message has ${formatCount(characters)} characters. A message can have at most ${formatCount(limitCharacters)}.`,
      'Shorten it, or send it in parts.',
    ),
  'conversation-busy': () => say('The model is still answering in this conversation.', 'Wait for the answer, or stop it first.'),
  'answer-has-ended': () =>
    say('This answer is complete and cannot be continued.', 'Ask for more in a new message, or regenerate the answer.'),
  'answer-not-editable': () =>
    say('An answer that calls tools or has no text cannot be edited.', 'Edit another answer, or regenerate this one.'),
  'answers-refused': ({ reason, answers, sequences }) =>
    reason === 'too-few-sequences'
      ? say(
          `${formatCount(answers)} answers at once need ${formatCount(answers)} sequences, but the context has only ${formatCount(sequences)}.`,
          `Set Sequences to ${formatCount(answers)} in the settings, or ask for fewer answers.`,
        )
      : say('At temperature 0, all answers would be the same.', 'Raise the temperature in the settings, or ask for one answer.'),
  'bias-token-unknown': ({ token, vocabularyTokens }) =>
    say(
      `Logit bias names token #${token}, but the IDs of this model’s tokens end at ${vocabularyTokens - 1}.`,
      'Correct the ID under Logit bias in the settings, or write the text of the token instead.',
    ),
  'token-unknown': ({ token, vocabularyTokens }) =>
    say(
      `The prompt has token #${token}, but the IDs of this model’s tokens end at ${vocabularyTokens - 1}.`,
      'Send only tokens of this model, or send text.',
    ),
  'speculation-refused': ({ reason }) =>
    say(
      reason === 'recurrent-state'
        ? 'This model keeps a recurrent state, which cannot be rolled back when a token is rejected.'
        : 'This version of node-llama-cpp lacks a part that speculation needs.',
      speculationOff,
    ),
  'schema-refused': (facts) => say(`The JSON schema cannot constrain an answer. ${schemaRefusalText(facts)}`, 'Change the schema.'),
  'grammar-invalid': (facts) => say(grammarProblemText(facts), 'Change the grammar.'),
  'draft-refused': ({ name, reason }) => draftRefused(name, reason),
  'draft-larger-than-memory': ({ name, neededBytes, freeBytes }) =>
    say(
      `${name} needs ${formatBytes(neededBytes)} as a draft model. ${formatBytes(freeBytes)} is free.`,
      'Choose a smaller draft model or a shorter context.',
    ),
  'draft-load-failed': ({ name, reason }, describe) =>
    say(draftLoadFailed(name, reason, describe), 'Choose another draft model, or download this one again.'),
  'cells-not-copied': ({ reason }) =>
    say(
      `The cells of the prompt could not be copied to the other sequences. ${
        reason.kind === 'tokens-missing'
          ? `Only ${formatCount(reason.arrivedTokens)} of ${formatCount(reason.expectedTokens)} tokens were copied.`
          : `The error was: “${reason.quoted}”.`
      }`,
      'Free some disk space for temporary files, or ask for one answer.',
    ),
  'document-refused': ({ name, reason }) => documentRefused(name, reason),
  'images-refused': ({ model, reason }) => imagesRefused(model, reason),
  'document-not-found': () =>
    say(
      'This document is no longer in memory: Headroom keeps attached documents only until you close it, or until newer ones need the space.',
      'Remove it, and attach the file again.',
    ),
  'text-piece-too-long': ({ characters, limitCharacters }) =>
    say(
      `The text has ${formatCount(characters)} characters. At most ${formatCount(limitCharacters)} can be counted at once.`,
      'Count the text in pieces.',
    ),
  'prompt-too-long': ({ promptTokens, contextTokens, isLimitOfRequest }) =>
    isLimitOfRequest
      ? say(
          `The conversation (${formatCount(promptTokens)} tokens) exceeds the num_ctx of the request (${formatCount(contextTokens)} tokens).`,
          'Shorten it, or send a larger num_ctx.',
        )
      : say(
          `The conversation (${formatCount(promptTokens)} tokens) exceeds the available context size (${formatCount(contextTokens)} tokens).`,
          'Shorten it, or load the model with a larger context. A chat in Headroom can also drop its oldest turns: see “When the context is full” in the settings.',
        ),
  'summary-failed': ({ reason }) =>
    reason === 'no-room'
      ? say('The context is too small to summarize this conversation.', 'Choose a larger context in the settings.')
      : say(
          reason === 'empty' ? 'The model wrote an empty summary.' : 'The summary was interrupted, because the model got a new context.',
          'Try again, or start a new conversation without a summary.',
        ),
  'overflow-refused': ({ reason }) =>
    say(
      `This model cannot keep only the first and the last tokens. ${shiftRefusals[reason]}`,
      'Choose “Stop the answer” or “Drop the oldest turns” under “When the context is full”.',
    ),
  'overflow-no-room': ({ stayingTokens, contextTokens, mostTokens }) =>
    say(
      `In a context of ${formatCount(contextTokens)} tokens, an eighth must stay free, so you cannot keep ${formatCount(stayingTokens)} first and last tokens.`,
      `Keep at most ${formatCount(mostTokens)} first and last tokens in all, or choose a larger context in the settings.`,
    ),
  'template-failed': ({ reason }) =>
    say(
      `The chat template cannot be used. ${templateProblemText(reason)}`,
      'Remove the system prompt, start a new conversation, or give the model another template (with Details for experts: Models, More, Chat template).',
    ),
  'tools-refused': ({ reason }) => {
    switch (reason.kind) {
      case 'control-token':
        return say(
          `The definition of the tool “${reason.tool}” contains a control token of this model, so it could change how the model reads the prompt.`,
          'Switch the tool off.',
        )
      case 'unknown-tool':
        return say(`The tool choice names “${reason.tool}”, but this conversation has no such tool.`, 'Change the tool choice.')
      case 'template-without-tools':
        return say('The chat template of this model takes no tools.', 'Switch the tools off, or choose a model that can call tools.')
      case 'template-without-calls':
        return say(
          'The chat template of this model does not show how the model writes tool calls.',
          'Choose a model that can call tools, or set the tool choice to “auto”.',
        )
      case 'calls-not-bindable':
        return say(
          'A grammar cannot express how this model writes tool calls, so Headroom cannot require a call.',
          'Set the tool choice to “auto” or “none”.',
        )
      case 'call-and-grammar':
        return say(
          'The answer must match a schema or grammar, and the tool choice requires a call. An answer cannot do both.',
          'Set the tool choice to “auto”, or remove the schema or grammar.',
        )
    }
  },
  'tools-invalid': ({ reason }) =>
    say(
      `The list of tools cannot be used. ${invalidTools(reason)}`,
      'Use a list of tools as OpenAI or the Model Context Protocol defines it.',
    ),
  'server-not-saved': () => say('This server is not in the list.', 'It may have been removed. Add it again.'),
  'server-lacks-feature': ({ feature }) =>
    feature === 'gbnf-grammar'
      ? say('The settings have a GBNF grammar, which Headroom does not send to servers.', 'Use a JSON schema, or remove the grammar.')
      : say('This server cannot continue an answer.', 'Ask for more in a new message, or regenerate the answer.'),
  'generation-failed': ({ quoted }) =>
    say(`llama.cpp stopped while it generated the answer. It reports: “${quoted}”.`, 'Try again. If it fails again, load the model again.'),
  'older-failure': ({ stored, quoted }) =>
    say(
      `An older version of Headroom stored this error: ${quoted === '' ? '' : `“${quoted}” `}(${stored}).`,
      'If you still need the result, try again.',
    ),
} satisfies Partial<Writers>

function invalidTools(reason: ErrorFacts<'tools-invalid'>['reason']): string {
  switch (reason.kind) {
    case 'not-json':
      return 'The file is not valid JSON.'
    case 'not-a-list':
      return 'The file contains no list.'
    case 'tool':
      return `Tool ${formatCount(reason.number)}${reason.name === null ? '' : ` (“${reason.name}”)`} has an unusable name, description or schema.`
    case 'name-twice':
      return `Two tools are called “${reason.name}”.`
    case 'too-many':
      return `It has ${formatCount(reason.tools)} tools; a prompt takes at most ${formatCount(reason.mostTools)}.`
  }
}
