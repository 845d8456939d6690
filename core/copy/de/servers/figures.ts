import type { Figure, FigureFormula, MissingReason } from '../../../remote/figure'
import type { serverFigures as english } from '../../en/servers/figures'

const turn: typeof english.turn = {
  promptTokens: { name: 'Prompt', meaning: 'Tokens des ganzen Prompts, mit dem Chat-Template.' },
  cachedTokens: { name: 'Wiederverwendet', meaning: 'Tokens des Prompts, die der Server noch in seinem Cache hatte.' },
  processedTokens: { name: 'Verarbeitet', meaning: 'Tokens des Prompts, die der Server verarbeitet hat.' },
  outputTokens: { name: 'Ausgabe', meaning: 'Tokens, die das Modell geschrieben hat, mit seinen Überlegungen.' },
  reasoningTokens: { name: 'Überlegungen', meaning: 'Tokens der Ausgabe, die Überlegungen sind.' },
  ttftMs: {
    name: 'TTFT',
    meaning: 'Zeit bis zum ersten Token: vom Senden bis zum ersten Text, der hier ankam. Das Netzwerk ist enthalten.',
  },
  promptMs: { name: 'Prefill', meaning: 'Wie lange der Server für den Prompt gebraucht hat.' },
  otherTtftMs: {
    name: 'Rest der TTFT',
    meaning: 'Die TTFT ohne das Prefill des Servers: das Netzwerk, die Warteschlange des Servers und das erste Token.',
  },
  outputMs: { name: 'Erzeugen', meaning: 'Wie lange der Server für die Ausgabe gebraucht hat.' },
  tpotMs: { name: 'TPOT', meaning: 'Zeit je Ausgabe-Token, vom ersten Text, der hier ankam, bis zum letzten.' },
  clientTokensPerSecond: { name: 'Rate hier', meaning: 'Tokens nach dem ersten, je Sekunde der Zeit vom ersten Text bis zum letzten.' },
  serverTokensPerSecond: { name: 'Rate am Server', meaning: 'Tokens der Ausgabe, je Sekunde, die der Server dafür gebraucht hat.' },
  totalMs: { name: 'Gesamt', meaning: 'Vom Senden bis zum Ende der Antwort.' },
  draftedTokens: { name: 'Vorgeschlagen', meaning: 'Tokens, die der Server spekulativ vorgeschlagen hat.' },
  acceptedTokens: { name: 'Angenommen', meaning: 'Vorgeschlagene Tokens, die das Modell angenommen hat.' },
}

const formulas: Readonly<Record<FigureFormula, string>> = {
  'slot-tokens-over-context': 'n_prompt_tokens des Slots / n_ctx',
  'slot-tokens-over-slot-cells':
    'Summe von n_prompt_tokens aller Slots / (n_ctx × Slots). Der wirkliche Anteil kann höher sein: Ohne --parallel teilen sich alle Slots dieselben Zellen',
  'sum-of-slot-tokens': 'Summe von n_prompt_tokens aller Slots',
  'context-times-slots': 'n_ctx × Slots. Die wirkliche Zahl kann niedriger sein: Ohne --parallel teilen sich alle Slots dieselben Zellen',
  'blocks-times-block-size': 'num_gpu_blocks × block_size',
  'cached-over-prompt-tokens': 'Tokens aus dem Cache / Prompt-Tokens seit der letzten Ablesung',
  'counter-difference-over-time': 'Anstieg des Zählers / Zeit seit der letzten Ablesung',
  'used-over-total-tokens': 'num_used_tokens / max_total_num_tokens',
  'prompt-minus-cached-tokens': 'Prompt-Tokens − Tokens aus dem Cache',
  'ttft-minus-prompt-time': 'hier gemessene TTFT − Zeit des Servers für den Prompt',
  'client-time-over-later-tokens': 'Zeit vom ersten bis zum letzten Text / (Ausgabe-Tokens − 1)',
  'later-tokens-over-client-time': '(Ausgabe-Tokens − 1) / Zeit vom ersten bis zum letzten Text',
  'output-tokens-over-output-time': 'Ausgabe-Tokens / Zeit des Servers für die Ausgabe',
  'processed-tokens-over-ttft': '(Prompt-Tokens − Tokens aus dem Cache) / TTFT',
  'prompt-tokens-over-ttft': 'Prompt-Tokens / TTFT, weil der Server nicht sagt, wie viele im Cache waren',
}

const missing: Readonly<Record<MissingReason, string>> = {
  'not-given': 'der Server gibt sie nicht an',
  'switched-off': 'der Server wurde ohne die Option dafür gestartet',
  unusable: 'der Server hat einen Wert angegeben, der nicht stimmen kann',
  'too-few-readings': 'dafür sind zwei Ablesungen nötig, zwischen denen der Server nicht neu gestartet wurde',
  'too-short': 'es kam zu wenig Text an, um sie zu messen',
  'not-read': 'die letzte Anfrage danach ist fehlgeschlagen',
}

export const serverFigures: typeof english = {
  turn,
  gaps: (share) => ({
    name: `Abstand ${share}`,
    meaning: 'Die Zeit zwischen zwei Textstücken, die hier ankamen. Ein Stück kann mehrere Tokens enthalten, oder einen Teil von einem.',
  }),
  pieces: { name: 'Textstücke', meaning: 'Sie kamen hier an. Ein Stück kann mehrere Tokens enthalten, oder einen Teil von einem.' },
  gapsSource: 'hier gemessen',
  marks: { measured: 'gemessen', reported: 'angegeben', derived: 'berechnet' },
  bounds: { 'at-most': (value) => `höchstens ${value}`, 'at-least': (value) => `mindestens ${value}` },
  notAvailable: 'nicht verfügbar',
  source: (figure: Figure): string => {
    switch (figure.kind) {
      case 'measured':
        return 'hier gemessen'
      case 'reported':
        return `vom Server angegeben: ${figure.field}`
      case 'derived':
        return `berechnet: ${formulas[figure.formula]}`
      case 'none':
        return `nicht verfügbar: ${missing[figure.reason]}`
    }
  },
}
