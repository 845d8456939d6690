import type { FatalSettings, SettingsRefusal, VocabularyDifference } from '../../../contract/errors/settings-reasons'
import { formatCount } from '../../../text/amounts'
import { counted, tokens } from '../../words/de'

export function settingsRefusalText(refusal: SettingsRefusal): string {
  switch (refusal.kind) {
    case 'quantized-value-needs-flash-attention':
      return `V als ${refusal.valueType} braucht Flash Attention, und die ist aus.`
    case 'head-not-divisible-by-block':
      return `${refusal.of} als ${refusal.type} braucht Heads, deren Größe ein Vielfaches von ${refusal.blockElements} Elementen ist. Die Heads dieses Modells haben ${formatCount(refusal.headElements)}.`
    case 'mla-needs-equal-types':
      return `Dieses Modell speichert K und V als einen Tensor, deshalb brauchen beide denselben Typ. ${refusal.keyType} und ${refusal.valueType} sind verschieden.`
    case 'too-many-sequences':
      return `llama.cpp unterstützt bis zu ${formatCount(refusal.mostSequences)} Sequenzen, nicht ${formatCount(refusal.sequences)}.`
    case 'no-context':
      return refusal.mostTokens === null
        ? 'Der Kontext hat keine Länge, und das Modell gibt nicht an, für welche Länge es trainiert wurde.'
        : `llama.cpp unterstützt für alle Sequenzen zusammen bis zu ${formatCount(refusal.mostTokens)} Tokens.`
    case 'needs-target-model':
      return 'Das ist ein Entwurfsmodell. Es funktioniert nur zusammen mit dem Modell, für das es Entwürfe schreibt.'
    case 'cannot-be-loaded':
      return `llama.cpp kann dieses Modell nicht laden: „${refusal.quoted}“.`
    case 'kills-the-process':
      return fatalText(refusal.cause)
  }
}

function fatalText(cause: FatalSettings): string {
  switch (cause.kind) {
    case 'no-layer-slides':
      return 'Die Datei gibt ein Sliding Window an, aber keine Schicht verwendet eines.'
    case 'window-missing':
      return 'llama.cpp erwartet bei dieser Architektur ein Sliding Window, und die Datei hat keines.'
    case 't5-one-sequence':
      return 'T5 funktioniert in llama.cpp nur mit einer Sequenz.'
    case 'plm-flash-attention':
      return 'PLM funktioniert in llama.cpp nicht mit Flash Attention. Schalten Sie sie aus.'
    case 'sequences-divide-micro-batch':
      return 'Bei dieser Architektur muss der Micro-Batch ein Vielfaches der Zahl der Sequenzen sein.'
    case 'indexer-heads':
      return 'Mit Flash Attention braucht llama.cpp einen Indexer-Head für jeden KV-Head, und dieses Modell hat eine andere Zahl.'
    case 'first-layer-without-indexer':
      return 'Die erste Schicht hat keinen Indexer, und es gibt keine frühere Schicht, deren Indexer sie verwenden könnte.'
    case 'predicting-layers-with-indexer':
      return 'Dieses Modell hat zusätzliche Schichten, die mehrere Tokens auf einmal vorhersagen. llama.cpp unterstützt sie nicht zusammen mit dem Indexer.'
    case 'few-layers-with-cache':
      return `Nur ${counted(cause.layers, 'Schicht hat', 'Schichten haben')} einen Cache, aber die anderen Schichten verwenden die Caches von zwei Schichten mit: einer mit Sliding Window und einer ohne.`
    case 'reuse-of-other-kind':
      return `Schicht ${cause.layer} verwendet den Cache einer Schicht anderer Art.`
    case 'key-row-not-blocks':
      return `Eine K-Zeile hat ${formatCount(cause.elements)} Elemente, und das ist kein Vielfaches der Blockgröße ${cause.blockElements}.`
    case 'batch-shorter-than-sequences':
      return `Ein Batch mit ${tokens(cause.batchTokens)} ist zu kurz für ${formatCount(cause.sequences)} Sequenzen. Jede braucht darin mindestens ein Token.`
  }
}

/** The subject is the draft model. */
export function vocabularyDifferenceText(difference: VocabularyDifference): string {
  switch (difference.kind) {
    case 'tokenizer':
      return `Sein Tokenizer ist ${difference.draft}, der des Modells ist ${difference.main}.`
    case 'added-start':
      return difference.addedBy === 'draft'
        ? 'Nur das Entwurfsmodell setzt ein Token vor den Prompt.'
        : 'Nur das Modell selbst setzt ein Token vor den Prompt.'
    case 'added-end':
      return difference.addedBy === 'draft'
        ? 'Nur das Entwurfsmodell setzt ein Token hinter den Prompt.'
        : 'Nur das Modell selbst setzt ein Token hinter den Prompt.'
    case 'start-token':
      return `Das Entwurfsmodell beginnt einen Prompt mit Token ${difference.draft}, das Modell selbst mit Token ${difference.main}.`
    case 'end-token':
      return `Das Entwurfsmodell beendet einen Prompt mit Token ${difference.draft}, das Modell selbst mit Token ${difference.main}.`
    case 'token-count':
      return `Sein Vokabular hat ${tokens(difference.draft)}, das des Modells hat ${formatCount(difference.main)}.`
    case 'token':
      return `Token ${difference.id} ist im Entwurfsmodell „${difference.draft}“ und im Modell selbst „${difference.main}“.`
  }
}
