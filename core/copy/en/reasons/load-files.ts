import type { LoadFileProblem } from '../../../contract/errors/compare-reasons'
import { formatCount } from '../../../text/amounts'
import { type Sentence, say } from '../../types/sentence'

export function loadFileProblemText(problem: LoadFileProblem): Sentence {
  switch (problem.kind) {
    case 'empty':
      return say('It is empty.', 'Choose another file.')
    case 'json-incomplete':
      return say('Its JSON is incomplete or invalid.', 'Export the file again.')
    case 'no-entries':
      return say('It has no entry that can be sent.', 'Choose a trace with at least one prompt.')
    case 'not-results':
      return say(
        'It has no results that Headroom knows.',
        'Choose a file from headroom bench --url -o json, vllm bench serve --save-result, or llama-bench -o json.',
      )
    case 'too-many':
      return say(`It has more than ${formatCount(problem.most)} entries.`, 'Split the file.')
    case 'line-not-json':
      return say(`Line ${formatCount(problem.line)} is not valid JSON.`, 'Remove the line, or export the file again.')
    case 'entry-without-prompt':
      return say(`Entry ${formatCount(problem.entry)} has no prompt.`, 'Give each entry prompt_tokens, prompt, messages or conversations.')
    case 'not-a-number':
      return say(
        `In entry ${formatCount(problem.entry)}, ${problem.field} is “${problem.found}”, which is not allowed.`,
        'Use whole numbers of tokens from 1, times in milliseconds from 0, and shares from 0 to 1.',
      )
  }
}
