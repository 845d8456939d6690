import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes, formatCount } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { type Sentence, say, type Writers } from '../../types/sentence'
import { importProblemText, labModelProblemText, planRefusalText, taskTroubleText } from '../reasons/compare'
import { loadFileProblemText } from '../reasons/load-files'
import { processEndText } from '../reasons/process-ends'

function bandwidthFailed(reason: ErrorFacts<'bandwidth-failed'>['reason']): Sentence {
  const again = 'Close programs that use a lot of memory, then measure again.'
  switch (reason.kind) {
    case 'process-ended':
      return say(`The process that measured the memory bandwidth stopped. ${processEndText(reason.end)}`, again)
    case 'timed-out':
      return say(`The memory bandwidth was not measured within ${formatCount(reason.seconds)} s.`, again)
    case 'disturbed':
      return say('An answer was written while the memory bandwidth was measured, so the result was discarded.', 'Measure again.')
    case 'busy':
      return say('The memory bandwidth is already being measured.', 'Wait a few seconds.')
    case 'error':
      return say(`The memory bandwidth was not measured. The error was: “${reason.quoted}”.`, again)
  }
}

export const compareSentences = {
  'compare-plan-refused': ({ reason }, describe) => planRefusalText(reason, describe),
  'compare-busy': () => say('A benchmark is running.', 'Wait until it ends, or cancel it first.'),
  'compare-run-not-found': () => say('This run has ended or was deleted.', 'Choose another one.'),
  'compare-text-too-short': ({ tokens, neededTokens }) =>
    say(
      `The text has ${formatCount(tokens)} tokens. The measurement needs at least ${formatCount(neededTokens)}.`,
      'Choose a longer text, or shorter chunks.',
    ),
  'compare-text-binary': ({ character }) =>
    say(
      `This is not plain text: character ${formatCount(character + 1)} is not a text character.`,
      'Choose a plain text file (.txt or .md, UTF-8).',
    ),
  'compare-task-failed': ({ reason }) => say(`The measurement failed. ${taskTroubleText(reason)}`, 'Run it again, or remove this setting.'),
  'file-too-large': ({ name, sizeBytes, limitBytes }) =>
    say(
      `${name} is ${formatBytes(sizeBytes)}. Headroom reads files of up to ${formatBytes(limitBytes)}.`,
      'Choose another file, or split it.',
    ),
  'compare-import-refused': ({ name, reason }) => {
    const { what, todo } = importProblemText(reason)
    return say(`${name} cannot be imported. ${what}`, todo)
  },
  'load-file-refused': ({ name, reason }) => {
    const { what, todo } = loadFileProblemText(reason)
    return say(`${name} cannot be used. ${what}`, todo)
  },

  'lab-model-unsupported': ({ path, reason }) =>
    say(
      `${fileNameOf(path)} cannot run in the Lab. ${labModelProblemText(reason)}`,
      'Use the embedded model (Pocket), or a GGUF file of the Llama or Qwen3 architecture with f32, f16, q8_0 or q4_0 weights and the GPT-2 tokenizer.',
    ),
  'lab-model-too-large': ({ path, parameters, limitParameters }) =>
    say(
      `${fileNameOf(path)} has ${formatCount(parameters)} parameters. The Lab computes in plain TypeScript and supports up to ${formatCount(limitParameters)}.`,
      'Use the embedded model (Pocket) or another small model.',
    ),
  'lab-budget-too-small': ({ policy, budgetTokens, leastTokens }) =>
    say(
      `A budget of ${formatCount(budgetTokens)} tokens is too small: ${policy} always keeps ${formatCount(leastTokens)}.`,
      `Choose a budget of ${formatCount(leastTokens)} tokens or more, or a policy that keeps fewer.`,
    ),
  'lab-policy-without-scores': ({ policy, scored }) =>
    say(
      `The heads cannot share the budget of ${policy}, because it does not give the cells of each head their own scores.`,
      `Policies that do: ${scored.join(', ')}.`,
    ),
  'lab-block-too-large': ({ blockTokens, contextTokens }) =>
    say(
      `A block of ${formatCount(blockTokens)} tokens does not fit in a context of ${formatCount(contextTokens)}.`,
      'Choose blocks of 1 to 256 tokens that are not longer than the context.',
    ),
  'lab-text-too-long': ({ textTokens, contextTokens }) =>
    say(
      `The text has ${formatCount(textTokens)} tokens. A recording with this model can have at most ${formatCount(contextTokens)} tokens.`,
      'Shorten the text, or request fewer tokens.',
    ),
  'lab-busy': ({ experiment }) =>
    say(
      experiment === null ? 'The Lab is making a recording.' : `The Lab is running the experiment “${experiment}”.`,
      'Wait until it is done, or cancel it. The Lab computes one thing at a time.',
    ),
  'lab-ended': ({ reason }) =>
    say(`The Lab’s process stopped. ${processEndText(reason)}`, 'Nothing else is affected. Start the recording or the experiment again.'),
  'bandwidth-failed': ({ reason }) => bandwidthFailed(reason),
  'lab-recording-gone': () => say('This recording is closed.', 'Record it again. The same settings give the same recording.'),
} satisfies Partial<Writers>
