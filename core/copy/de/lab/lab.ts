import type { lab as english } from '../../en/lab/lab'
import { counted, tokens } from '../../words/de'
import { charts } from './charts'
import { experiments } from './experiments'
import { lanes } from './lanes'
import { measures } from './measures'
import { paged } from './paged'
import { policies } from './policies'
import { recording } from './recording'
import { origin, results } from './results'

const cacheType = (type: string): string => results['kv-types'].columns.keyType.names?.[type] ?? type

export const lab: typeof english = {
  title: 'Labor',
  intro: 'Ein Transformer in reinem TypeScript, an llama.cpp geprüft: langsam, aber jede Zahl ist sichtbar.',
  tabs: { label: 'Bereiche des Labors', recording: 'Cache beobachten', paged: 'Paged Memory', experiments: 'Experimente' },
  model: {
    label: 'Modell',
    meaning: 'Das Labor liest Gewichte in f32, f16, q8_0 und q4_0 der Architekturen Llama und Qwen3, bis 200 Millionen Parameter.',
    of: 'Modell des Labors',
    embedded: 'Eingebautes Modell',
    refused: (architecture) =>
      `Das Labor unterstützt nur die Architekturen Llama und Qwen3; dieses Modell hat die Architektur ${architecture}.`,
  },
  work(work) {
    switch (work.kind) {
      case 'starting':
        return 'startet'
      case 'head-geometry':
        return 'Geometrie der Heads'
      case 'policy':
        return work.budgetTokens === null
          ? policies.title(work.policy)
          : `${policies.title(work.policy)}, ${counted(work.budgetTokens, 'Zelle', 'Zellen')}`
      case 'task':
        return measures.task(measures.tasks[work.task], work.prompt, work.prompts)
      case 'cache-types':
        return `K ${cacheType(work.keyType)}, V ${cacheType(work.valueType)}`
      case 'tokens':
        return tokens(work.tokens)
      case 'cells':
        return counted(work.cells, 'Zelle', 'Zellen')
      case 'compaction':
        return `${paged.compactions[work.compaction]}, alle ${tokens(work.everyTokens)}`
    }
  },
  progress: (percent, work) => `${percent}, ${work}`,

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
