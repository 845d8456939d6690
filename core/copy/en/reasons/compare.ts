import type { ImportProblem, LabModelProblem, TaskTrouble } from '../../../contract/errors/compare-reasons'
import type { ErrorFacts, NestedFailure } from '../../../contract/errors/errors'
import { formatCount } from '../../../text/amounts'
import { type Sentence, say } from '../../types/sentence'
import { counted, listed } from '../../words/en'

const changed = { machine: 'this machine', headroom: 'Headroom', 'model-file': 'the model file', server: 'a server' }

export function planRefusalText(
  reason: ErrorFacts<'compare-plan-refused'>['reason'],
  describe: (failure: NestedFailure) => string,
): Sentence {
  switch (reason.kind) {
    case 'measures-nothing':
      return say('This comparison measures nothing.', 'Choose at least one part.')
    case 'not-resumable':
      return say('Only a comparison that was paused or interrupted can continue.', 'Start a new one.')
    case 'unknown-text':
      return say(`No bundled text is named “${reason.name}”.`, 'Choose another text.')
    case 'empty-text':
      return say(`“${reason.name}” is empty.`, 'Choose a text that contains words.')
    case 'binary-text':
      return say(`“${reason.name}” is not plain text.`, 'Save it as a text file (UTF-8), or choose another one.')
    case 'too-many-cells':
      return say(
        `This comparison has ${counted(reason.cells, 'measurement', 'measurements')}. A comparison can have at most ${formatCount(reason.mostCells)}.`,
        'Choose fewer settings or fewer tests.',
      )
    case 'changed':
      return say(
        `Since the first measurement, ${listed(reason.what.map((one) => changed[one]))} ${reason.what.length === 1 ? 'has' : 'have'} changed, so new figures would not be comparable.`,
        'Start a new comparison.',
      )
    case 'no-variant-works':
      return say('None of the settings works with this model.', describe(reason.failure))
    case 'reference-refused':
      return say('The reference, which is the first setting, does not work.', describe(reason.failure))
  }
}

export function taskTroubleText(trouble: TaskTrouble): string {
  switch (trouble.kind) {
    case 'no-result':
      return 'The engine returned no result.'
    case 'no-single-batches':
      return 'This build of node-llama-cpp cannot measure single batches.'
    case 'error':
      return `The error was: “${trouble.quoted}”.`
  }
}

export function importProblemText(problem: ImportProblem): Sentence {
  const another = 'Choose a file that llama-bench or Headroom wrote.'
  switch (problem.kind) {
    case 'empty':
      return say('It is empty.', 'Choose a file that llama-bench wrote with -o csv, json or jsonl.')
    case 'json-incomplete':
      return say(
        'Its JSON is incomplete.',
        'llama-bench writes the last line when it ends. Wait until llama-bench is done, then try again.',
      )
    case 'nested-too-deeply':
      return say('Its lists are nested too deeply.', another)
    case 'no-rows':
      return say('It has no rows.', 'Choose a file with at least one test.')
    case 'too-many': {
      const most = formatCount(problem.most)
      if (problem.of === 'columns') return say(`It has more than ${most} columns.`, another)
      return say(
        problem.of === 'rows' ? `It has more than ${most} lines or entries.` : `It has more than ${most} fields.`,
        'Split the file.',
      )
    }
    case 'line-not-json':
      return say(`Line ${formatCount(problem.line)} is not valid JSON.`, 'Remove the line, or export the file again.')
    case 'line-damaged':
      return say(`Line ${formatCount(problem.line)} is damaged: “${problem.quoted}”.`, 'Export the file again.')
    case 'not-a-row':
      return say(`Entry ${formatCount(problem.entry)} is not a row with named columns.`, another)
    case 'columns-missing':
      return say(
        problem.columns.length === 1
          ? `The column ${problem.columns.join()} is missing.`
          : `The columns ${listed(problem.columns)} are missing.`,
        'Choose a file that llama-bench wrote with -o csv, json or jsonl.',
      )
    case 'not-a-number':
      return say(
        `In row ${formatCount(problem.row)}, ${problem.column} is “${problem.found}”, which is not a valid number.`,
        'Write numbers without a sign or unit, and with a decimal point, such as 12.5.',
      )
  }
}

/** "It" is the model. */
export function labModelProblemText(problem: LabModelProblem): string {
  switch (problem.kind) {
    case 'shape':
      return 'Its layers, heads or widths are missing or do not match.'
    case 'vocabulary-missing':
      return 'Its vocabulary or its merges are missing.'
    case 'architecture':
      return problem.architecture === null ? 'It does not name its architecture.' : `Its architecture is ${problem.architecture}.`
    case 'tokenizer':
      return problem.tokenizer === null
        ? 'It does not name its tokenizer.'
        : `Its tokenizer is ${problem.tokenizer}${problem.preTokenizer === null ? '' : ` (${problem.preTokenizer})`}.`
    case 'key':
      return `The Lab does not support the setting ${problem.key}.`
    case 'tensor-unknown':
      return `The Lab does not support the tensor ${problem.tensor}.`
    case 'tensor-missing':
      return `The tensor ${problem.tensor} is missing.`
    case 'tensor-shape':
      return `The tensor ${problem.tensor} has an unexpected shape.`
    case 'tensor-type':
      return `The tensor ${problem.tensor} has the type ${problem.type}, which the Lab does not support.`
  }
}
