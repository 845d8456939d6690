import type { FleetProblem } from '../../../contract/errors/settings-reasons'
import { say, type Writers } from '../../types/sentence'
import { listed } from '../../words/en'

export const fleetSentences: Pick<Writers, 'fleet-refused'> = {
  'fleet-refused': ({ fileName, field, reason }) => say(what(fileName, field, reason), todo(reason)),
}

const at = (fileName: string, field: string): string => (field === '' ? fileName : `${fileName}, field ${field}`)

function what(fileName: string, field: string, reason: FleetProblem): string {
  switch (reason.kind) {
    case 'json':
      return `${fileName} is not valid JSON: “${reason.quoted}”.`
    case 'zod':
      return `${at(fileName, field)}: the value is not allowed: “${reason.quoted}”.`
    case 'unknown-name':
      return `${at(fileName, field)}: Headroom does not know “${reason.value}”.`
    case 'no-memory':
      return `${at(fileName, field)}: the host has neither a GPU nor RAM.`
    case 'types-differ':
      return `${at(fileName, field)}: this engine stores K and V in one type.`
    case 'weights-in-file':
      return `${at(fileName, field)}: a GGUF file has its own types of weights.`
    case 'weights-unknown':
      return 'The widths in this model’s configuration do not determine the size of its weights.'
    case 'prefix-too-long':
      return `${at(fileName, field)}: the shared prefix is longer than the prompt.`
    case 'no-tokens':
      return `${at(fileName, field)}: neither the prompt nor the answer has tokens.`
  }
}

function todo(reason: FleetProblem): string {
  switch (reason.kind) {
    case 'json':
    case 'zod':
      return 'Correct the file. docs/fleet.md explains its format.'
    case 'unknown-name':
      return `Use one of ${listed(reason.known)}. For a GPU or a link, you can also give the figures.`
    case 'no-memory':
      return 'Give gpu, or ramGibibytes for a host that computes on its CPU.'
    case 'types-differ':
      return 'Give the same type for key and value.'
    case 'weights-in-file':
      return 'Remove weights, or plan the model’s config.json.'
    case 'weights-unknown':
      return 'Plan a GGUF file of the model, whose tensors have known sizes.'
    case 'prefix-too-long':
      return 'Give a shared prefix of at most as many tokens as the prompt has.'
    case 'no-tokens':
      return 'Give at least one token for the prompt or the answer.'
  }
}
