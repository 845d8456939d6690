import { formatBytes, formatCount, formatMs, formatRate } from '../../../text/amounts'
import type { figures as english } from '../../en/chat/figures'
import { tokens } from '../../words/de'

export const figures: typeof english = {
  stops: {
    'stop-text': { text: 'Stopptext', meaning: 'Die Antwort endete an einem Ihrer Stopptexte.' },
    'token-limit': { text: 'Token-Grenze', meaning: 'Die Antwort hat die Token-Grenze aus den Einstellungen erreicht.' },
    'context-full': {
      text: 'Kontext voll',
      meaning: 'Die Antwort endete, weil der Kontext keine freie Zelle mehr hat. Wählen Sie einen größeren Kontext, um fortzufahren.',
    },
    stopped: { text: 'gestoppt', meaning: 'Sie haben die Antwort gestoppt.' },
    'context-replaced': {
      text: 'durch neue Einstellungen beendet',
      meaning: 'Die Antwort endete, weil die Einstellungen geändert wurden oder ein anderes Modell geladen wurde.',
    },
  },

  grammar: ({ kind, isComplete, turnedSpeculationOff }) => ({
    text: isComplete ? (kind === 'json-schema' ? 'gültig nach dem Schema' : 'passt zur Grammatik') : 'unvollständig',
    meaning:
      (isComplete
        ? kind === 'json-schema'
          ? 'Die Antwort ist JSON und nach dem JSON-Schema in den Einstellungen gültig.'
          : 'Die ganze Antwort passt zur Grammatik in den Einstellungen.'
        : 'Die Antwort endete, bevor sie nach dem Schema oder der Grammatik in den Einstellungen vollständig war.') +
      (turnedSpeculationOff ? ' Sie wurde ohne Spekulation geschrieben, weil Entwürfe keiner Grammatik folgen.' : ''),
  }),

  reused: (promptTokens) => ({
    text: `wiederverwendet ${formatCount(promptTokens)}`,
    meaning: 'Tokens des Prompts, die noch im Cache waren und nicht erneut verarbeitet werden mussten.',
  }),
  processed: (promptTokens) => ({
    text: `verarbeitet ${formatCount(promptTokens)}`,
    meaning: 'Neue Tokens des Prompts, die das Modell verarbeitet hat, bevor es antworten konnte.',
  }),
  restored: (restored, reusedTokens) => ({
    text: `vom Datenträger: ${tokens(restored.tokens)}, ${formatMs(restored.ms)}`,
    meaning:
      reusedTokens >= restored.tokens
        ? `Der Cache wurde vom Datenträger zurückgelesen (${formatBytes(restored.bytes)}), deshalb wurden diese Tokens nicht erneut verarbeitet. Die Zeit ist Teil der TTFT.`
        : `Der Cache wurde vom Datenträger zurückgelesen (${formatBytes(restored.bytes)}). Dieser Prompt konnte nur ${tokens(reusedTokens)} davon nutzen, weil er vor dem Ende des Caches abzweigt. Die Zeit ist Teil der TTFT.`,
  }),
  ttft: ({ ttftMs, queueMs, tokeniseMs, prefillMs, firstTokenMs }) => ({
    text: `TTFT ${formatMs(ttftMs)}`,
    meaning: `Zeit bis zum ersten Token: vom Senden bis zum ersten sichtbaren Token. Warteschlange ${formatMs(queueMs)}, Template und Tokenizer ${formatMs(tokeniseMs)}, Prefill ${formatMs(prefillMs)}, erstes Token ${formatMs(firstTokenMs)}.`,
  }),
  decodeRate: (tokensPerSecond, outputTokens) => ({
    text: `${formatRate(tokensPerSecond)} im Mittel`,
    meaning: `Decode-Rate: ${tokens(outputTokens - 1)} nach dem ersten, geteilt durch ihre Dauer.`,
  }),
  itl: ({ p50, p90, p99 }) => ({
    text: `ITL p50 ${formatMs(p50)}`,
    meaning: `Abstand zwischen zwei Tokens (inter-token latency): Die Hälfte der Abstände war kürzer als ${formatMs(p50)}, neun von zehn kürzer als ${formatMs(p90)}, 99 von 100 kürzer als ${formatMs(p99)}.`,
  }),
  speculation: (text, { by, drafted, accepted }) => ({
    text,
    meaning:
      by === 'draft-model'
        ? `Spekulation: Das Entwurfsmodell hat ${tokens(drafted)} geschrieben, und das Modell hat sie zusammen mit dem nächsten Token geprüft. ${formatCount(accepted)} davon hätte es selbst gewählt.`
        : `Spekulation: ${tokens(drafted)} wurden in der Unterhaltung nachgeschlagen, und das Modell hat sie zusammen mit dem nächsten Token geprüft. ${formatCount(accepted)} davon hätte es selbst gewählt.`,
  }),
}
