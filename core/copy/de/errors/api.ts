import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes, formatCount } from '../../../text/amounts'
import { type Sentence, say, type Writers } from '../../types/sentence'

const sendJson = 'Senden Sie ein JSON-Objekt, in UTF-8 codiert.'

function bodySentence(reason: ErrorFacts<'api-body-refused'>['reason']): Sentence {
  switch (reason.kind) {
    case 'empty':
      return say('Die Anfrage hat keinen Inhalt.', sendJson)
    case 'not-json':
      return say('Der Inhalt der Anfrage ist kein gültiges JSON.', sendJson)
    case 'not-utf8':
      return say('Der Inhalt der Anfrage ist kein gültiges UTF-8.', sendJson)
    case 'not-an-object':
      return say('Der Inhalt der Anfrage ist kein JSON-Objekt.', sendJson)
    case 'compressed':
      return say('Der Inhalt der Anfrage ist komprimiert. Das liest dieser Server nicht.', 'Senden Sie ihn ohne Content-Encoding.')
    case 'cut-off':
      return say('Der Inhalt der Anfrage endete zu früh.', 'Senden Sie die Anfrage noch einmal.')
    case 'too-large':
      return say(`Der Inhalt der Anfrage hat mehr als ${formatBytes(reason.limitBytes)}.`, 'Senden Sie weniger Text.')
    case 'too-deep':
      return say(
        `Im Inhalt der Anfrage sind Objekte oder Listen mehr als ${formatCount(reason.limitLevels)} Ebenen tief verschachtelt.`,
        'Senden Sie ein flacheres Objekt.',
      )
  }
}

function httpSentence(reason: ErrorFacts<'api-http-refused'>['reason']): Sentence {
  switch (reason.kind) {
    case 'malformed':
      return say(
        'Die Anfrage ist kein gültiges HTTP/1.1.',
        'Senden Sie gültige Header, und darin entweder Content-Length oder Transfer-Encoding, nicht beides.',
      )
    case 'too-slow':
      return say('Die Anfrage ist nicht rechtzeitig angekommen.', 'Senden Sie sie noch einmal.')
    case 'headers-too-large':
      return say(`Die Header der Anfrage haben mehr als ${formatBytes(reason.limitBytes)}.`, 'Senden Sie kürzere Header.')
  }
}

function fieldSentence({ field, reason }: ErrorFacts<'api-field-refused'>): Sentence {
  switch (reason.kind) {
    case 'not-supported':
      return say(`Headroom unterstützt „${field}“ nicht.`, 'Lassen Sie das Feld weg.')
    case 'value-not-supported':
      return say(`Headroom unterstützt diesen Wert von „${field}“ nicht.`, 'Lassen Sie das Feld weg, oder senden Sie einen anderen Wert.')
    case 'unknown':
      return say(`Headroom kennt das Feld „${field}“ nicht.`, 'Lassen Sie das Feld weg, oder berichtigen Sie seinen Namen.')
    case 'missing':
      return say(`Das Feld „${field}“ fehlt.`, 'Ergänzen Sie es in der Anfrage.')
    case 'needs':
      return say(`„${field}“ wirkt nur zusammen mit „${reason.other}“.`, `Ergänzen Sie „${reason.other}“, oder lassen Sie „${field}“ weg.`)
    case 'conflicts':
      return say(`„${field}“ und „${reason.other}“ schließen sich aus.`, 'Lassen Sie eins von beiden weg.')
    case 'zod':
      return say(`Der Wert von „${field}“ ist falsch: „${reason.quoted}“.`, 'Berichtigen Sie den Wert.')
  }
}

export const apiSentences = {
  'api-http-refused': ({ reason }) => httpSentence(reason),
  'api-body-refused': ({ reason }) => bodySentence(reason),
  'api-field-refused': fieldSentence,
  'api-key-refused': ({ hadKey }) =>
    hadKey
      ? say('Dieser Server kennt den Schlüssel nicht.', 'Verwenden Sie den Schlüssel, den Headroom für diesen Server anzeigt.')
      : say('Dieser Server verlangt einen Schlüssel.', 'Senden Sie ihn als Authorization: Bearer SCHLÜSSEL oder als x-api-key.'),
  'api-host-refused': ({ reason }) =>
    reason === 'host'
      ? say('Die Anfrage nennt einen anderen Host als diesen Server.', 'Verwenden Sie die Adresse, die Headroom anzeigt.')
      : say('Die Anfrage kommt von einer Webseite.', 'Senden Sie sie aus einem Programm. Webseiten antwortet dieser Server nicht.'),
  'api-path-unknown': ({ method, path }) =>
    say(`Dieser Server hat keinen Endpunkt ${method} ${path}.`, 'GET /openapi.json zeigt seine Endpunkte.'),
  'api-path-unsupported': ({ method, path }) =>
    say(
      `Headroom unterstützt den Endpunkt ${method} ${path} von llama-server nicht.`,
      'GET /openapi.json zeigt die Endpunkte dieses Servers.',
    ),
  'api-model-unknown': ({ model }) => say(`Dieser Server hat kein Modell „${model}“.`, 'GET /v1/models zeigt die Modelle, die er hat.'),
  'api-port-refused': ({ typed }) => say(`„${typed}“ ist kein Port.`, 'Geben Sie eine ganze Zahl von 1 bis 65535 ein.'),
  'api-port-in-use': ({ port }) =>
    say(
      `Ein anderes Programm benutzt Port ${port}. Deshalb läuft der API-Server nicht.`,
      'Wählen Sie einen anderen Port, oder beenden Sie jenes Programm und versuchen Sie es noch einmal.',
    ),
  'api-port-not-allowed': ({ port }) =>
    say(
      `Das System lässt Headroom Port ${port} nicht benutzen. Deshalb läuft der API-Server nicht.`,
      port < 1024
        ? 'Wählen Sie einen Port von 1024 bis 65535. Niedrigere Ports brauchen Administratorrechte.'
        : 'Wählen Sie einen anderen Port, etwa 8080. Diesen hat das System reserviert.',
    ),
  'api-queue-full': ({ limit, retryAfterSeconds }) =>
    say(`Es warten schon ${formatCount(limit)} Anfragen.`, `Versuchen Sie es in ${formatCount(retryAfterSeconds)} s noch einmal.`),
  'api-model-loading': ({ model }) => say(`Das Modell „${model}“ wird noch geladen.`, 'Versuchen Sie es in einigen Sekunden noch einmal.'),
  'api-model-on-server': ({ model, server }) =>
    say(
      `Das Modell „${model}“ läuft auf dem Server „${server}“, und der API-Server antwortet nur mit einem Modell auf diesem Computer.`,
      'Laden Sie ein Modell auf diesem Computer, oder senden Sie die Anfrage an jenen Server.',
    ),
  'api-no-embeddings': ({ model }) =>
    say(`Das Modell „${model}“ liefert keine Embeddings.`, 'Laden Sie ein Modell für Embeddings, etwa Qwen3-Embedding.'),
  'api-input-too-long': ({ promptTokens, contextTokens, isLimitOfRequest }) =>
    isLimitOfRequest
      ? say(
          `Die Eingabe ist zu lang: Sie hat ${formatCount(promptTokens)} Tokens, aber num_ctx in der Anfrage ist ${formatCount(contextTokens)}.`,
          'Teilen Sie den Text auf, oder senden Sie ein größeres num_ctx.',
        )
      : say(
          `Die Eingabe ist zu lang: Sie hat ${formatCount(promptTokens)} Tokens, und der Server nimmt höchstens ${formatCount(contextTokens)} an.`,
          'Teilen Sie den Text in kürzere Eingaben, oder starten Sie den Server mit einem größeren Kontext.',
        ),
  'api-response-unknown': ({ id }) =>
    say(`Die Antwort „${id}“ ist nicht mehr im Speicher oder war es nie.`, 'Senden Sie stattdessen die ganze Unterhaltung als Eingabe.'),
  'request-not-kept': () =>
    say('Der Prompt dieser Anfrage ist nicht mehr im Speicher.', 'Headroom behält nur die Prompts der neuesten Anfragen.'),
} satisfies Partial<Writers>
