import type { measures as english } from '../../en/compare/measures'

const deviation = '± ist die Standardabweichung der Wiederholungen.'
const standardError = '± ist der Standardfehler.'
const gaps = (share: string): string => `Abstand zwischen Tokens (Inter-Token-Latenz): ${share} der Abstände sind kürzer.`

export const measures: typeof english = {
  planned: {
    name: 'Cache geplant',
    meaning: 'Bytes aller Caches, vor dem Laden des Modells aus dem Header der Datei berechnet. Exakt, nicht gemessen.',
  },
  allocated: {
    name: 'Cache belegt',
    meaning:
      'Was llama.cpp nach eigener Angabe für dieselben Caches belegt hat. Für diesen Wert haben alle Einstellungen eines Durchlaufs einen gleich langen Kontext.',
  },
  decode: {
    name: 'Decode',
    meaning: `Einzeln erzeugte Tokens pro Sekunde: der Test tg von llama-bench, ohne Sampling. ${deviation}`,
  },
  prefill: { name: 'Prefill', meaning: `Verarbeitete Prompt-Tokens pro Sekunde: der Test pp von llama-bench. ${deviation}` },
  clientDecode: {
    name: 'Decode beim Client',
    meaning:
      'Tokens nach dem ersten, pro Sekunde der Zeit vom ersten Text einer Antwort bis zum letzten. Mittel der Turns; ± ist ihre Standardabweichung. Für dieses Gerät und einen Server gleich definiert.',
  },
  clientPrefill: {
    name: 'Prefill beim Client',
    meaning:
      'Prompt-Tokens, die in keinem Cache waren / TTFT, also mit Netzwerk, Warteschlange eines Servers und erstem Token. Mittel der Turns; ± ist ihre Standardabweichung. Für dieses Gerät und einen Server gleich definiert.',
  },
  promptTokens: { name: 'Prompt-Tokens', meaning: 'Tokens der Prompts der Turns, mit Chat-Template. Mittel der Turns.' },
  cachedTokens: {
    name: 'Aus dem Cache',
    meaning:
      'Prompt-Tokens, die noch in einem Cache waren. Die Prompts beginnen mit neuen Wörtern; es kann also nur das Chat-Template sein.',
  },
  kldMean: {
    name: 'KLD Mittel',
    meaning: `Kullback-Leibler-Divergenz KL(Referenz || Einstellung): wie weit die Vorhersagen von denen der Referenz abweichen. Genau 0 heißt: gar nicht. ${standardError}`,
  },
  kldP99: { name: 'KLD p99', meaning: 'An 99 % der Stellen ist die Divergenz kleiner.' },
  kldP999: { name: 'KLD p99,9', meaning: 'An 99,9 % der Stellen ist die Divergenz kleiner.' },
  kldMax: { name: 'KLD max.', meaning: 'Die Divergenz an der schlechtesten Stelle des Textes.' },
  top1: {
    name: 'Top-1',
    meaning: `Anteil der Stellen, an denen Einstellung und Referenz dasselbe Token auf Platz 1 setzen. ${standardError}`,
  },
  ppl: {
    name: 'PPL',
    meaning: `Perplexität: wie sehr der Text das Modell überrascht, definiert wie in llama-perplexity. Gewertet wird die zweite Hälfte jedes Abschnitts. ${standardError}`,
  },
  pplChange: {
    name: 'PPL-Änderung',
    meaning: `Perplexität im Vergleich zur Referenz. Beide lesen dieselben Tokens; der Fehler ist daher viel kleiner als der jeder einzelnen Perplexität. ${standardError}`,
  },
  passkey: {
    name: 'Passkey',
    meaning: 'Wie oft das Modell eine Zahl wiederfand, die in einem langen Text versteckt war, über alle Stellen.',
  },
  toolCalls: {
    name: 'Tool-Aufrufe',
    meaning: 'Wie oft das Modell bei den Prompts der Sammlung das richtige Tool mit den richtigen Argumenten aufrief.',
  },
  schemas: {
    name: 'Gültiges JSON',
    meaning: 'Wie oft eine Antwort vollständig war und zum im Prompt beschriebenen JSON-Schema passte, ohne Grammatik.',
  },
  ttft: {
    name: 'TTFT',
    meaning:
      'Zeit bis zum ersten Token: vom Absenden des Prompts bis zum ersten Token, mit Chat-Template, Tokenizer und Prefill. Mittel der Turns; ± ist ihre Standardabweichung.',
  },
  itlP50: { name: 'ITL p50', meaning: gaps('die Hälfte') },
  itlP90: { name: 'ITL p90', meaning: gaps('9 von 10') },
  itlP99: { name: 'ITL p99', meaning: gaps('99 von 100') },
  tpot: {
    name: 'TPOT',
    meaning: 'Zeit pro Ausgabe-Token nach dem ersten: (ganzer Turn − TTFT) / (Tokens − 1). ± ist die Standardabweichung der Turns.',
  },
  goodput: {
    name: 'Goodput',
    meaning: 'Anteil der Turns innerhalb Ihrer beiden Grenzen: für TTFT und für 9 von 10 Abständen zwischen Tokens.',
  },
}
