import { formatCount, formatMs } from '../../../text/amounts'
import type { report as english } from '../../en/chat/report'
import { tokens } from '../../words/de'

export const report: typeof english = {
  title: 'Bericht des Turns',
  copyText: 'Als Text kopieren',
  copyJson: 'Als JSON kopieren',

  groups: {
    prompt: 'Prompt',
    firstToken: 'Zeit bis zum ersten Token',
    answer: 'Antwort',
    speculation: 'Spekulation',
    shared: 'Ein Prefill für mehrere Antworten',
    sharedSteps: 'Andere Unterhaltungen zur gleichen Zeit',
    settings: 'Einstellungen des Turns',
    reuse: 'Wiederverwendung',
  },

  values: {
    none: 'keine',
    tokens,
    restored: ({ tokens: count, ms }) => `${tokens(count)}, ${formatMs(ms)}`,
    of: (used, total) => `${formatCount(used)} von ${formatCount(total)}`,
    accepted: (count, share) => `${tokens(count)}, ${share}`,
    slower: 'sie war langsamer',
    inOneBatch: 'in einem Batch',
    inTurn: 'abwechselnd',
    stops: {
      'end-of-text': 'vom Modell',
      'stop-text': 'Stopptext',
      'token-limit': 'Token-Grenze',
      'context-full': 'Kontext voll',
      stopped: 'von Ihnen gestoppt',
      'context-replaced': 'Kontext durch andere Einstellungen ersetzt',
    },
  },

  rows: {
    prompt: {
      name: 'Prompt',
      meaning: 'Alles, was das Modell bekommen hat: System-Prompt, Unterhaltung und die Markierungen des Chat-Templates.',
    },
    reused: { name: 'Wiederverwendet', meaning: 'Tokens des Prompts, deren Keys und Values noch im Cache waren.' },
    restored: {
      name: 'Wiederhergestellt',
      meaning: 'Vor dem Turn geprüft und vom Datenträger zurückgelesen: Das Modell hat diese Tokens nicht erneut verarbeitet.',
    },
    copied: {
      name: 'Kopiert',
      meaning: 'Wiederverwendete Tokens, die aus der Sequenz einer anderen Unterhaltung kopiert wurden, und wie lange das gedauert hat.',
    },
    memory: {
      name: 'Aus dem Arbeitsspeicher',
      meaning: 'Wiederverwendete Tokens, die aus einer Kopie im Arbeitsspeicher wiederhergestellt wurden, und wie lange das gedauert hat.',
    },
    continued: {
      name: 'Übernommen',
      meaning: 'Wiederverwendete Tokens in der Sequenz einer anderen Unterhaltung, die diese fortsetzt.',
    },
    saved: {
      name: 'Gespart',
      meaning: 'Die Zeit, diese Tokens mit der gemessenen Geschwindigkeit des Modells zu verarbeiten, abzüglich der Zeit, sie zu holen.',
    },
    processed: {
      name: 'Verarbeitet',
      meaning: 'Tokens des Prompts, die das Modell verarbeitet hat: der Prompt ohne die wiederverwendeten.',
    },
    processedAgain: {
      name: 'Erneut verarbeitet',
      meaning: 'Verarbeitete Tokens, die diese Unterhaltung schon einmal verarbeitet hatte und die nicht mehr im Cache waren.',
    },
    processedAgainCost: {
      name: 'Dauer der Wiederholung',
      meaning: 'Zeit für die erneut verarbeiteten Tokens, nach der Prefill-Rate dieses Turns.',
    },
    prefillRate: { name: 'Prefill-Rate', meaning: 'Die verarbeiteten Tokens, geteilt durch die Dauer ihres Prefills.' },

    ttft: {
      name: 'TTFT',
      meaning:
        'Zeit bis zum ersten Token (time to first token): vom Senden bis zum ersten sichtbaren Token. Die Summe der vier Zeiten darunter.',
    },
    queue: {
      name: 'Warteschlange',
      meaning:
        'Vom Senden bis zum Start der Engine: Übertragung, Speichern der Nachricht, Warten auf einen anderen Turn, Lesen und Schreiben von Caches auf dem Datenträger.',
    },
    tokenize: {
      name: 'Tokenisieren',
      meaning: 'Chat-Template, Tokenizer und die Suche nach dem Teil des Caches, der sich wiederverwenden lässt.',
    },
    prefill: { name: 'Prefill', meaning: 'Verarbeitung der neuen Tokens des Prompts.' },
    firstToken: {
      name: 'Erstes Token',
      meaning: 'Vom Ende des Prefills bis zum ersten Text der Antwort.',
    },

    output: { name: 'Ausgabe', meaning: 'Tokens, die das Modell in diesem Turn geschrieben hat.' },
    decodeRate: { name: 'Decode-Rate', meaning: 'Die Tokens nach dem ersten, geteilt durch ihre Dauer.' },
    itl50: { name: 'ITL p50', meaning: 'Abstand zwischen zwei Tokens (inter-token latency): Die Hälfte der Abstände war kürzer.' },
    itl90: { name: 'ITL p90', meaning: 'Neun von zehn Abständen zwischen Tokens waren kürzer.' },
    itl99: { name: 'ITL p99', meaning: '99 von 100 Abständen zwischen Tokens waren kürzer.' },
    tpot: {
      name: 'TPOT',
      meaning:
        'Zeit pro ausgegebenem Token (time per output token): vom ersten Token bis zum Ende, geteilt durch die Tokens nach dem ersten.',
    },
    total: { name: 'Gesamt', meaning: 'Vom Senden bis zum Ende der Antwort.' },
    ended: { name: 'Beendet', meaning: 'Warum die Antwort endete.' },

    draftedByModel: {
      name: 'Entworfen',
      meaning: 'Tokens, die das Entwurfsmodell geschrieben hat, geprüft zusammen mit dem nächsten Token.',
    },
    draftedByLookup: { name: 'Entworfen', meaning: 'In der Unterhaltung nachgeschlagene Tokens, geprüft zusammen mit dem nächsten Token.' },
    accepted: {
      name: 'Angenommen',
      meaning: 'Entworfene Tokens, die das Modell selbst so gewählt hätte. Die übrigen wurden verworfen.',
    },
    speedUp: {
      name: 'Beschleunigung',
      meaning:
        'Wie viel schneller die Schritte mit Entwurf waren: die Zeit, die ihre Tokens ohne Entwurf gebraucht hätten (geschätzt nach den übrigen Tokens dieser Antwort), geteilt durch ihre wirkliche Dauer.',
    },
    draftPrompt: {
      name: 'Vom Entwurfsmodell gelesen',
      meaning:
        'Die Zeit, in der das Entwurfsmodell den Teil der Unterhaltung las, den es noch nicht kannte, zwischen den ersten Tokens der Antwort. Sie zählt nicht zur Beschleunigung.',
    },
    switchedOff: {
      name: 'Abgeschaltet',
      meaning: 'Die Spekulation wurde in dieser Antwort abgeschaltet, weil ihre Schritte länger dauerten, als sie einsparten.',
    },

    answers: { name: 'Antworten', meaning: 'Antworten auf diesen Prompt, die gleichzeitig geschrieben wurden.' },
    cellsCopied: {
      name: 'Kopierte Zellen',
      meaning:
        'Die Zellen des Prompts, kopiert in die Sequenz jeder weiteren Antwort: Jede Sequenz hat eigene Zellen (kv_unified von llama.cpp ist in Headroom ausgeschaltet).',
    },
    copying: { name: 'Kopieren', meaning: 'Die Dauer des Kopierens. Sie ist in „Erstes Token“ enthalten.' },
    decoded: {
      name: 'Decodiert',
      meaning:
        'In einem Batch wird jedes Gewicht einmal für alle Antworten gelesen. Können die Sequenzen eines Modells keinen Batch teilen, wechseln sie sich ab.',
    },

    sharedSteps: {
      name: 'Gemeinsame Schritte',
      meaning:
        'Schritte dieser Antwort, in denen auch Tokens anderer Unterhaltungen ausgewertet wurden. Sie dauern länger als ein Schritt für eine Antwort allein. Abstände und Raten dieses Turns sind deshalb nicht die eines Turns, der das Modell für sich hat.',
    },
    otherTurns: { name: 'Andere Turns', meaning: 'Die meisten Turns anderer Unterhaltungen in einem Schritt.' },
    otherPromptTokens: {
      name: 'Deren Prompt-Tokens',
      meaning:
        'Tokens anderer Prompts, die zwischen den Tokens dieser Antwort verarbeitet wurden. Lange Prompts werden in Stücken verarbeitet, damit eine Antwort nie auf einen ganzen wartet. Zwischen zwei ihrer Tokens wartet sie auf höchstens einen kurzen Prompt (oder einige sehr kurze), bis zu 2 Sekunden.',
    },

    cells: { name: 'Zellen', meaning: 'Nach der Antwort belegte Zellen des Kontexts. Jede enthält ein Token.' },
    threads: { name: 'Threads', meaning: 'Threads, die am Ende des Turns zum Decodieren verwendet wurden.' },
    seed: {
      name: 'Seed',
      meaning:
        'Derselbe Seed ergibt mit demselben Prompt und denselben Einstellungen dieselbe Antwort, wenn der Cache schon denselben Teil des Prompts enthält, nicht gleichzeitig etwas anderes beantwortet wird und llama.cpp gleich viele Threads verwendet. Ist der Computer ausgelastet, kann sich deren Zahl ändern. Um die Antwort zu wiederholen, tragen Sie den Seed in den Einstellungen ein.',
    },
  },
}
