import { formatCount } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import type { settings as english } from '../../en/planner/settings'
import { tokens } from '../../words/de'

const asOne = (typesAreOne: boolean): string =>
  typesAreOne ? ' Dieses Modell speichert K und V als einen Tensor, beide haben deshalb denselben Typ.' : ''

export const settings: typeof english = {
  legend: 'Einstellungen für den Plan',
  sliders: {
    contextTokens: { name: 'Kontext', label: 'Kontext in Tokens', slider: 'Regler für den Kontext', unit: 'Tokens' },
    sequences: { name: 'Sequenzen', label: 'Sequenzen', slider: 'Regler für die Sequenzen', unit: 'Sequenzen' },
    batchTokens: { name: 'Batch', label: 'Batch in Tokens', slider: 'Regler für den Batch', unit: 'Tokens' },
  },
  contextMeaning: (trainedTokens) =>
    `Tokens, die eine Sequenz haben kann.${trainedTokens > 0 ? ` Das Modell wurde für ${formatCount(trainedTokens)} trainiert.` : ''} llama.cpp rundet den Kontext auf ein Vielfaches von 256 Zellen auf.`,
  longerThanTrained: (trainedTokens) => `Länger als die ${tokens(trainedTokens)}, für die das Modell trainiert wurde.`,
  sequencesMeaning: 'Unterhaltungen, die ihren Cache gleichzeitig behalten. Jede braucht einen ganzen Cache.',
  batchMeaning:
    'Tokens des Prompts, die auf einmal verarbeitet werden: llama.cpps n_batch und n_ubatch, die node-llama-cpp gleich setzt. Ein größerer Batch braucht einen größeren Rechenpuffer und größere Caches für Sliding Windows.',
  keyType: { name: 'K-Typ', meaning: (typesAreOne) => `Wie Keys gespeichert werden.${asOne(typesAreOne)}` },
  valueType: {
    name: 'V-Typ',
    meaning: (typesAreOne) => `Wie Values gespeichert werden. Ein quantisierter Typ braucht Flash Attention.${asOne(typesAreOne)}`,
  },
  flashAttention: {
    name: 'Flash Attention',
    meaning: 'Berechnet die Attention kachelweise, ohne die ganze Score-Matrix. Ein quantisiertes V braucht sie.',
    options: { auto: 'automatisch', on: 'an', off: 'aus' },
  },
  fullWindow: {
    name: 'Voller Sliding-Window-Cache',
    meaning:
      'Gibt Schichten mit Sliding Window einen Cache, so lang wie der Kontext. Das braucht mehr Speicher, aber jede frühere Stelle lässt sich wiederverwenden.',
    noSlidingLayers: 'Dieses Modell hat keine Schichten mit Sliding Window, diese Einstellung ändert also nichts.',
  },
  weights: {
    name: 'Gewichte',
    label: 'Typ der Gewichte',
    meaning:
      'Ein bekanntes Modell oder eine config.json hat keine Tensoren, deshalb wird die Größe der Gewichte geschätzt: Elemente mal Bits dieses Dateityps.',
    bits: (bits) => `${formatShort(bits, 2)} Bits je Gewicht`,
  },
  gpuLayers: {
    name: 'GPU-Schichten',
    meaning:
      'Schichten, deren Gewichte und Cache auf der GPU liegen. Leer lassen, um so viele wie möglich dort unterzubringen; dabei zählen nur ihre Gewichte.',
    placeholder: 'automatisch',
  },
}
