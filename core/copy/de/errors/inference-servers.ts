import type { ErrorFacts } from '../../../contract/errors/errors'
import type { DropReason, ResponseProblem } from '../../../contract/errors/server-reasons'
import { formatBytes, formatCount } from '../../../text/amounts'
import { hostOf } from '../../types/host-of'
import { say, type Writers } from '../../types/sentence'
import { duration, tokens } from '../../words/de'
import { unreachableText } from '../reasons/servers'

const addressExample = 'Geben Sie die Adresse ein, die der Server beim Start ausgibt, zum Beispiel http://localhost:8080.'

export const inferenceServerSentences = {
  'server-address-invalid': ({ address, reason }) => say(addressText(address, reason), addressExample),
  'server-key-unusable': ({ character }) =>
    say(
      `Der Schlüssel enthält ${JSON.stringify(character)}. Dieses Zeichen ist in einem Schlüssel nicht erlaubt.`,
      'Kopieren Sie den Schlüssel noch einmal.',
    ),
  'server-unreachable': ({ url, reason }) =>
    say(
      unreachableText(hostOf(url), reason),
      reason.kind === 'not-https'
        ? `Geben Sie die Adresse mit http ein: http://${hostOf(url)}.`
        : 'Prüfen Sie, ob der Server läuft und ob seine Adresse und sein Port stimmen, und versuchen Sie es dann erneut.',
    ),
  'server-key-refused': ({ url, status, hadKey }) =>
    hadKey
      ? say(
          `${hostOf(url)} lehnt den Schlüssel ab (HTTP-Status ${status}).`,
          'Geben Sie den Schlüssel ein, mit dem der Server gestartet wurde.',
        )
      : say(
          `${hostOf(url)} verlangt einen Schlüssel (HTTP-Status ${status}).`,
          'Geben Sie den Schlüssel ein, mit dem der Server gestartet wurde.',
        ),
  'server-path-wrong': ({ url, status }) =>
    say(
      `Unter ${url} hat ${hostOf(url)} nichts (HTTP-Status ${status}).`,
      'Geben Sie die Adresse ohne den Pfad der API ein: http://localhost:8080 statt http://localhost:8080/v1/models. Wenn ein Proxy einen Pfad davorsetzt, geben Sie diesen mit ein.',
    ),
  'server-not-recognized': ({ url, answer }) =>
    say(
      {
        'web-page': `${hostOf(url)} hat statt einer Liste von Modellen eine Webseite gesendet.`,
        json: `${hostOf(url)} hat statt einer Liste von Modellen anderes JSON gesendet.`,
        text: `${hostOf(url)} hat statt einer Liste von Modellen Text gesendet.`,
        nothing: `${hostOf(url)} hat statt einer Liste von Modellen eine leere Antwort gesendet.`,
      }[answer],
      'Prüfen Sie den Port. Voreingestellt ist 8080 bei llama-server, 8000 bei vLLM, 30000 bei SGLang, 11434 bei Ollama und 1234 bei LM Studio.',
    ),
  'server-model-missing': ({ url, model, quoted }) =>
    say(
      `${hostOf(url)} hat kein Modell namens „${model}“.${saidText(quoted)}`,
      'Wählen Sie ein Modell aus der Liste des Servers, oder laden Sie dieses Modell dort.',
    ),
  'server-context-exceeded': ({ url, promptTokens, contextTokens, quoted }) =>
    say(
      overflowText(hostOf(url), promptTokens, contextTokens, quoted),
      'Kürzen Sie die Unterhaltung, oder starten Sie den Server mit einem größeren Kontext.',
    ),
  'server-busy': ({ url, status, isLoading, retryAfterSeconds }) =>
    isLoading
      ? say(`${hostOf(url)} lädt das Modell noch.`, 'Warten Sie, bis das Modell geladen ist, und versuchen Sie es dann erneut.')
      : say(
          `${hostOf(url)} hat zu viele Anfragen (HTTP-Status ${status}).`,
          retryAfterSeconds
            ? `Versuchen Sie es in ${duration(retryAfterSeconds)} erneut.`
            : 'Warten Sie einen Moment, und versuchen Sie es dann erneut.',
        ),
  'server-refused': ({ url, status, quoted }) =>
    say(
      `${hostOf(url)} lehnt die Anfrage ab (HTTP-Status ${status}).${saidText(quoted)}`,
      'Ändern Sie, was der Server nicht annimmt, und versuchen Sie es dann erneut. Das Protokoll des Servers sagt vielleicht mehr.',
    ),
  'server-failed': ({ url, status, quoted }) =>
    say(
      `${hostOf(url)} hatte einen Fehler${status === null ? '' : ` (HTTP-Status ${status})`}.${saidText(quoted)}`,
      'Lesen Sie das Protokoll des Servers, und versuchen Sie es dann erneut.',
    ),
  'server-dropped': ({ url, reason, hasPart }) =>
    say(
      `${dropText(hostOf(url), reason)}${hasPart === null ? '' : hasPart ? ' Der Teil der Antwort, der angekommen ist, bleibt erhalten.' : ' Von der Antwort war noch nichts angekommen.'}`,
      `Prüfen Sie, ob der Server noch läuft. Headroom sendet einen Prompt nicht von selbst ein zweites Mal: ${hasPart === null ? 'Starten Sie einen neuen Vergleich' : 'Generieren Sie die Antwort neu'}, um ihn noch einmal zu senden.`,
    ),
  'server-redirected': ({ url, target }) =>
    say(
      `${hostOf(url)} leitet Anfragen weiter${target === null ? '' : `, nach ${target}`}. Headroom folgt nicht, weil der Schlüssel nur für die Adresse ist, die Sie eingegeben haben.`,
      'Wenn Sie der anderen Adresse vertrauen, geben Sie stattdessen diese ein.',
    ),
  'server-response-unreadable': ({ url, reason }) =>
    say(
      `Headroom kann die Antwort von ${hostOf(url)} nicht lesen. ${problemText(reason)}`,
      'Prüfen Sie, ob die Adresse die des Servers ist. Vielleicht antwortet dort ein anderes Programm, zum Beispiel ein Proxy.',
    ),
  'server-without-logprobs': ({ url }) =>
    say(
      `${hostOf(url)} gibt die Wahrscheinlichkeiten des nächsten Tokens nach vorgegebenen Tokens nicht aus. llama-server, vLLM und SGLang tun es.`,
      'Vergleichen Sie stattdessen Passkeys, Werkzeugaufrufe und JSON-Antworten.',
    ),
  'server-tokens-differ': ({ url, referenceUrl, token }) =>
    say(
      `${hostOf(url)} und ${hostOf(referenceUrl)} zerlegen den Text in verschiedene Tokens, ab Token ${formatCount(token)}.`,
      'Wählen Sie zwei Server mit demselben Modell. Einstellungen, Gewichte und Cache dürfen sich unterscheiden, der Tokenizer nicht.',
    ),
} satisfies Partial<Writers>

function addressText(address: string, reason: ErrorFacts<'server-address-invalid'>['reason']): string {
  switch (reason.kind) {
    case 'empty':
      return 'Die Adresse ist leer.'
    case 'malformed':
      return `„${address}“ ist keine gültige Adresse.`
    case 'with-password':
      return 'Die Adresse enthält einen Benutzernamen oder ein Passwort.'
    case 'with-query':
      return 'Die Adresse enthält ein Fragezeichen oder ein Rautezeichen.'
    case 'protocol':
      return `Die Adresse beginnt mit ${reason.protocol} statt mit https: oder http:.`
  }
}

const saidText = (quoted: string): string => (quoted === '' ? '' : ` Er sagt: „${quoted}“.`)

function overflowText(host: string, promptTokens: number | null, contextTokens: number | null, quoted: string): string {
  if (promptTokens !== null && contextTokens !== null)
    return `Der Prompt hat ${tokens(promptTokens)}, aber der Kontext von ${host} hat ${formatCount(contextTokens)}.`
  if (contextTokens !== null) return `Der Prompt passt nicht in den Kontext von ${host}, der ${tokens(contextTokens)} hat.`
  return `Der Prompt passt nicht in den Kontext von ${host}.${saidText(quoted)}`
}

const dropText = (host: string, reason: DropReason): string =>
  reason.kind === 'ended-early' ? `${host} hat seine Antwort vorzeitig beendet.` : unreachableText(host, reason)

/** "Sie" ist die Antwort. */
function problemText(problem: ResponseProblem): string {
  switch (problem.kind) {
    case 'not-json':
      return 'Sie ist kein JSON.'
    case 'not-a-stream':
      return 'Sie ist kein Stream.'
    case 'web-page':
      return 'Sie ist eine Webseite.'
    case 'other-shape':
      return 'Sie ist JSON anderer Art.'
    case 'improbable':
      return 'Sie enthält Wahrscheinlichkeiten über 1, oder zusammen mehr als 1.'
    case 'line-too-long':
      return `Sie hat eine Zeile von mehr als ${formatBytes(problem.limitBytes)}.`
    case 'too-long':
      return `Sie hat mehr als ${formatBytes(problem.limitBytes)}.`
    case 'compressed':
      return `Sie ist komprimiert (${problem.encoding}).`
  }
}
