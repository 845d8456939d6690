import { formatBytes, formatCount } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { say, type Writers } from '../../types/sentence'
import { processEndText } from '../reasons/process-ends'

export const compareSentences = {
  'compare-plan-refused': ({ reason }) => say('This benchmark cannot be run.', reason),
  'compare-busy': () => say('A benchmark is running.', 'Wait for its end, or cancel it first.'),
  'compare-run-not-found': () => say('This benchmark is no longer there.', 'It was deleted, or it has ended; choose another one.'),
  'compare-text-too-short': ({ tokens, neededTokens }) =>
    say(
      `The text has ${formatCount(tokens)} tokens; at least ${formatCount(neededTokens)} are needed.`,
      'Choose a longer text, or shorter chunks.',
    ),
  'compare-text-binary': ({ character }) =>
    say(
      `This is not a text: character ${formatCount(character + 1)} is none that a text has.`,
      'Choose a plain text file (.txt or .md, UTF-8).',
    ),
  'compare-task-failed': ({ reason }) =>
    say(`The measurement did not come to its end: ${reason}.`, 'Run it again, or leave this setting out.'),
  'file-too-large': ({ name, sizeBytes, limitBytes }) =>
    say(
      `${name} was not read: it has ${formatBytes(sizeBytes)}, and at most ${formatBytes(limitBytes)} can be read here.`,
      'Choose the right file, or split it.',
    ),
  'compare-import-refused': ({ name, reason }) => say(`${name} could not be read as a benchmark.`, reason),

  'lab-model-unsupported': ({ path, reason }) =>
    say(
      `${fileNameOf(path)} cannot run in the Lab: ${reason}.`,
      'Use the embedded model (pocket), or a GGUF of the Llama architecture with f32, f16, q8_0 or q4_0 weights and the GPT-2 tokenizer.',
    ),
  'lab-model-too-large': ({ path, parameters, limitParameters }) =>
    say(
      `${fileNameOf(path)} has ${formatCount(parameters)} parameters; the Lab, which computes in plain TypeScript, takes up to ${formatCount(limitParameters)}.`,
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
  'lab-busy': ({ experiment }) =>
    say(
      experiment === null ? 'The Lab is making a recording.' : `The Lab is running the experiment “${experiment}”.`,
      'Wait until it is done, or cancel it. The Lab computes one thing at a time.',
    ),
  'lab-ended': ({ reason }) =>
    say(`The Lab’s process stopped. ${processEndText(reason)}`, 'Nothing else is affected. Start the Lab again.'),
  'lab-recording-gone': () => say('This recording is closed.', 'Record it again: with the same settings it comes out the same.'),
} satisfies Partial<Writers>
