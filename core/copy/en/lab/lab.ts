import type { LabWork } from '../../../contract/lab/lab'
import { counted, tokens } from '../../words/en'
import { charts } from './charts'
import { experiments } from './experiments'
import { lanes } from './lanes'
import { measures } from './measures'
import { paged } from './paged'
import { policies } from './policies'
import { recording } from './recording'
import { origin, results } from './results'

const cacheType = (type: string): string => results['kv-types'].columns.keyType.names?.[type] ?? type

export const lab = {
  title: 'Lab',
  intro: 'A transformer in plain TypeScript, checked against llama.cpp: slow, but you can look at every number.',
  tabs: { label: 'Sections of the Lab', recording: 'Watch a cache', paged: 'Paged memory', experiments: 'Experiments' },
  model: {
    label: 'Model',
    meaning: 'The Lab reads f32, f16, q8_0 and q4_0 weights of the Llama and Qwen3 architectures, up to 200 million parameters.',
    of: 'Lab model',
    embedded: 'Embedded model',
    refused: (architecture: string): string =>
      `The Lab supports only the Llama and Qwen3 architectures; this model has the architecture ${architecture}.`,
  },
  work(work: LabWork): string {
    switch (work.kind) {
      case 'starting':
        return 'starting'
      case 'head-geometry':
        return 'head geometry'
      case 'policy':
        return work.budgetTokens === null
          ? policies.title(work.policy)
          : `${policies.title(work.policy)}, ${counted(work.budgetTokens, 'cell', 'cells')}`
      case 'task':
        return measures.task(measures.tasks[work.task], work.prompt, work.prompts)
      case 'cache-types':
        return `K ${cacheType(work.keyType)}, V ${cacheType(work.valueType)}`
      case 'tokens':
        return tokens(work.tokens)
      case 'cells':
        return counted(work.cells, 'cell', 'cells')
      case 'compaction':
        return `${paged.compactions[work.compaction]}, every ${tokens(work.everyTokens)}`
    }
  },
  progress: (percent: string, work: string): string => `${percent}, ${work}`,

  charts,
  experiments,
  lanes,
  measures,
  origin,
  paged,
  policies,
  recording,
  results,
}
