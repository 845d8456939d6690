import type { parts as english } from '../../en/compare/parts'

export const parts: typeof english = {
  speed: {
    name: 'Tempo',
    meaning:
      'Die Tests von llama-bench: zufällige Tokens, ohne die Zeit für Tokenizer und Sampling, auf Wunsch mit Aufwärmen. Die Wiederholungen wechseln zwischen den Einstellungen.',
  },
  latency: {
    name: 'Latenz',
    meaning:
      'Ganze Turns wie im Chat: Zeit bis zum ersten Token, Abstände zwischen Tokens, und wie viele Turns innerhalb Ihrer Grenzen liegen.',
  },
  quality: {
    name: 'Qualität',
    meaning:
      'Wie weit die Vorhersagen für einen Text von denen der ersten Einstellung abweichen. Beide lesen denselben Text im Gleichschritt.',
  },
  passkey: { name: 'Passkey', meaning: 'Ob das Modell eine Zahl findet, die in einem langen Text versteckt ist.' },
  toolCalls: {
    name: 'Tool-Aufrufe',
    meaning:
      'Ob das Modell das richtige Tool mit den richtigen Argumenten aufruft, und ob der Aufruf derselbe ist wie mit der ersten Einstellung. Das Chat-Template muss Tools annehmen.',
  },
  schemas: {
    name: 'JSON-Antworten',
    meaning: 'Ob Antworten vollständig sind und zu einem JSON-Schema passen, ohne und mit Grammatik.',
  },
  answers: {
    name: 'Antworten im Vergleich',
    meaning: 'Derselbe Prompt, von jeder Einstellung bei Temperatur 0 beantwortet. Das erste abweichende Token ist markiert.',
  },
  cacheless: {
    name: 'Mit und ohne Cache',
    meaning: 'Derselbe Text, einmal mit Cache erzeugt und einmal, indem für jedes Token die ganze Sequenz neu verarbeitet wird.',
  },
  tune: { name: 'Tuning', meaning: 'Ein Tempotest aus einer Suche nach schnellen Einstellungen.' },
}
