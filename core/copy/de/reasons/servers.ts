import type {
  AddressProblem,
  AnswerProblem,
  ConnectionProblem,
  DownloadPause,
  RemoteChange,
  Unreachable,
} from '../../../contract/errors/server-reasons'
import { formatBytes, formatCount } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { hostOf, isOffTheInternet } from '../../types/host-of'

export function addressProblemText(problem: AddressProblem): string {
  switch (problem.kind) {
    case 'malformed':
      return 'Es ist keine gültige Adresse.'
    case 'with-password':
      return 'Sie enthält einen Benutzernamen oder ein Passwort.'
    case 'protocol':
      return `Sie beginnt mit ${problem.protocol} statt mit https: oder http:.`
  }
}

/** `it` names the server or its proxy. */
function connectionText(it: string, problem: ConnectionProblem): string {
  switch (problem) {
    case 'name-unknown':
      return `Es gibt keinen Server namens ${it}.`
    case 'name-not-looked-up':
      return `Der Name ${it} lässt sich zurzeit nicht auflösen.`
    case 'connection-refused':
      return `${it} lehnt die Verbindung ab.`
    case 'connection-broken':
      return `Die Verbindung zu ${it} ist abgebrochen.`
    case 'no-answer':
      return `${it} antwortet nicht.`
    case 'no-route':
      return `Es gibt keine Netzwerkverbindung zu ${it}.`
    case 'not-https':
      return `${it} verwendet an diesem Port kein HTTPS.`
    case 'headers-too-large':
      return `${it} hat zu große Header gesendet.`
  }
}

export function unreachableText(host: string, reason: Unreachable): string {
  switch (reason.kind) {
    case 'silence':
      return `${host} hat ${formatShort(reason.seconds, 1)} s lang nichts gesendet.`
    case 'answer-too-slow':
      return `Die Antwort von ${host} war nach ${formatShort(reason.seconds, 1)} s nicht vollständig.`
    case 'not-http':
      return `${host} hat keine gültige HTTP-Antwort gesendet${reason.code === '' ? '' : ` (${reason.code})`}.`
    case 'proxy-protocol':
      return `Der Proxy für ${host} verwendet ${reason.protocol}. Nur HTTP-Proxys funktionieren.`
    case 'proxy-needs-login':
      return `Der Proxy ${reason.proxy} verlangt einen Benutzernamen und ein Passwort.`
    case 'proxy-refused':
      return `Der Proxy ${reason.proxy} lehnt die Verbindung zu ${host} ab (Status ${reason.status}).`
    case 'proxy-unreachable':
      return `Der Proxy für ${host} funktioniert nicht: ${connectionText(reason.proxy, reason.problem)}`
    case 'error':
      return `Die Verbindung zu ${host} ist fehlgeschlagen: „${reason.quoted}“.`
    default:
      return isOffTheInternet(host, reason.kind)
        ? `Keine Internetverbindung: Headroom erreicht ${host} nicht.`
        : connectionText(host, reason.kind)
  }
}

export function downloadPauseText(url: string, { reason, seconds }: DownloadPause): string {
  const host = hostOf(url)
  const cause = reason.kind === 'status' ? `${host} antwortete mit dem HTTP-Status ${reason.status}.` : unreachableText(host, reason)
  return `${cause} Headroom versucht es in ${formatShort(seconds, 1)} s erneut.`
}

export function remoteChangeText(change: RemoteChange): string {
  switch (change.kind) {
    case 'size':
      return `Sie hatte ${formatCount(change.beforeBytes)} Bytes und hat jetzt ${formatCount(change.nowBytes)}.`
    case 'etag':
      return `Ihr ETag war ${change.before} und ist jetzt ${change.now}.`
    case 'last-modified':
      return `Ihr Datum war ${change.before} und ist jetzt ${change.now}.`
    case 'shorter':
      return `Sie ist jetzt kürzer als ${formatCount(change.missingByte + 1)} Bytes.`
    case 'every-answer-differs':
      return 'Der Server sendet mit jeder Antwort eine andere Fassung.'
  }
}

export function answerProblemText(problem: AnswerProblem): string {
  switch (problem.kind) {
    case 'list-too-long':
      return 'Die Liste ist zu lang.'
    case 'not-json':
      return 'Es ist kein JSON.'
    case 'not-a-file-list':
      return 'Es ist keine Liste von Dateien.'
    case 'not-a-model-list':
      return 'Es ist keine Liste von Modellen.'
    case 'no-ranges-long-header':
      return 'Der Server sendet keine Teile einer Datei, und der Header dieser Datei ist zu lang, um sie ganz zu lesen.'
    case 'whole-instead-of-part':
      return 'Der Server hat zuvor einen Teil der Datei gesendet und sendet jetzt die ganze Datei.'
    case 'range-unnamed':
      return 'Der Server sendet einen Teil der Datei, ohne anzugeben, welchen.'
    case 'size-unnamed':
      return 'Der Server gibt nicht an, wie lang die Datei ist.'
    case 'redirect-malformed':
      return 'Der Server leitet an eine ungültige Adresse weiter.'
    case 'redirect-to-http':
      return 'Der Server leitet von https zu http weiter.'
    case 'redirect-refused':
      return `Der Server leitet an eine Adresse weiter, die Headroom nicht öffnet. ${addressProblemText(problem.problem)}`
    case 'too-many-redirects':
      return `Der Server leitet mehr als ${formatCount(problem.limit)}-mal weiter.`
    case 'too-many-requests':
      return `Den Header zu lesen braucht mehr als ${formatCount(problem.limit)} Anfragen.`
    case 'compressed':
      return `Der Server sendet die Datei komprimiert (${problem.encoding}).`
    case 'other-range':
      return `Headroom hat die Datei ab Byte ${formatCount(problem.askedByte)} angefordert, aber der Server sendet sie ab Byte ${formatCount(problem.sentByte)}.`
    case 'longer-than-announced':
      return `Der Server sendet mehr als die angekündigten ${formatBytes(problem.announcedBytes)}.`
    case 'unsafe-name':
      return `Die Datei heißt dort ${JSON.stringify(problem.name)}, und das ist kein sicherer Dateiname.`
  }
}
