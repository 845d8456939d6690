import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { hostOf, isHub } from '../../types/host-of'
import { say, type Writers } from '../../types/sentence'
import { counted } from '../../words/de'
import { refusalOf, repositoryRefusalOf } from '../reasons/server-refusals'
import { addressProblemText, answerProblemText, remoteChangeText, unreachableText } from '../reasons/servers'

function addressUnclear(address: string, reason: ErrorFacts<'address-unclear'>['reason']): string {
  switch (reason) {
    case 'empty':
      return 'Die Adresse ist leer.'
    case 'other-form':
      return `„${address}“ ist weder ein Repository (owner/name) noch eine https-Adresse.`
    case 'not-a-model-page':
      return `„${address}“ ist nicht die Seite eines Modells.`
    case 'not-a-file-page':
      return `„${address}“ ist nicht die Seite einer Modelldatei.`
    case 'invalid-percent':
      return `„${address}“ enthält ein ungültiges Prozentzeichen.`
    case 'no-model':
      return `Unter „${address}“ gibt es kein Modell.`
  }
}

export const librarySentences = {
  'url-invalid': ({ url, reason }) =>
    say(`${url} lässt sich nicht öffnen. ${addressProblemText(reason)}`, 'Geben Sie die http- oder https-Adresse einer .gguf-Datei ein.'),
  'url-unreachable': ({ url, reason }) =>
    say(
      unreachableText(hostOf(url), reason),
      isHub(hostOf(url))
        ? 'Prüfen Sie, ob dieser Computer mit dem Internet verbunden ist, und versuchen Sie es dann erneut.'
        : 'Prüfen Sie die Adresse und die Internetverbindung, und versuchen Sie es dann erneut.',
    ),
  'certificate-untrusted': ({ url, reason, name }) =>
    say(
      {
        'unknown-issuer': `Das Zertifikat von ${hostOf(url)} stammt von keinem Aussteller, dem dieses Gerät vertraut (${name}).`,
        'out-of-date': `Das Zertifikat von ${hostOf(url)} ist am heutigen Datum nicht gültig (${name}).`,
        'other-server': `Das Zertifikat von ${hostOf(url)} wurde für einen anderen Server ausgestellt (${name}).`,
      }[reason],
      {
        'unknown-issuer':
          'Wenn Ihre Organisation den TLS-Verkehr prüft, setzen Sie beim Start von Headroom NODE_EXTRA_CA_CERTS auf den Pfad ihres Zertifikats (eine .pem-Datei). Verwenden Sie sonst ein anderes Netzwerk: Vielleicht fängt jemand die Verbindung ab.',
        'out-of-date': 'Prüfen Sie die Uhr dieses Geräts. Wenn sie stimmt, braucht der Server ein neues Zertifikat.',
        'other-server':
          'Prüfen Sie die Adresse. Wenn sie stimmt, verwenden Sie ein anderes Netzwerk: Vielleicht antwortet ein anderer Server.',
      }[reason],
    ),
  'download-refused': ({ url, status, retryAfterSeconds }) => {
    const { meaning, todo } = refusalOf(hostOf(url), status, retryAfterSeconds)
    return say(`${fileNameOf(url)} wurde nicht heruntergeladen. ${meaning} (HTTP-Status ${status}).`, todo)
  },
  'download-cut-off': ({ url, receivedBytes, expectedBytes }) =>
    say(
      `Der Download von ${fileNameOf(url)} von ${hostOf(url)} endete nach ${formatBytes(receivedBytes)} von ${formatBytes(expectedBytes)}.`,
      'Versuchen Sie es erneut. Wenn es wieder passiert, verwenden Sie eine stabilere Verbindung.',
    ),
  'download-changed': ({ url, change }) =>
    say(
      `${fileNameOf(url)} hat sich auf ${hostOf(url)} während des Downloads geändert. ${remoteChangeText(change)}`,
      'Versuchen Sie es erneut. Der Download beginnt von vorn.',
    ),
  'server-answer-invalid': ({ url, reason }) =>
    say(
      `Headroom kann nicht verwenden, was ${hostOf(url)} für ${fileNameOf(url)} gesendet hat. ${answerProblemText(reason)}`,
      'Laden Sie die Datei mit einem Browser herunter und öffnen Sie sie vom Datenträger, oder verwenden Sie eine andere Adresse.',
    ),

  offline: ({ url, isForced }) =>
    say(
      `Headroom ist offline und hat keine Verbindung zu ${hostOf(url)} hergestellt.`,
      isForced
        ? 'Headroom wurde mit HEADROOM_OFFLINE gestartet. Diese Einstellung hält es vom Internet fern. Starten Sie es ohne sie.'
        : 'Schalten Sie den Offline-Schalter aus (Modelle, Modell holen), und versuchen Sie es dann erneut.',
    ),
  'token-unusable': ({ character }) =>
    say(
      `Das Zugriffstoken enthält ${JSON.stringify(character)}. Dieses Zeichen kommt in keinem Token vor.`,
      'Kopieren Sie das Token, wenn Sie es anlegen: Später zeigt die Seite es gekürzt. Steht es in HF_TOKEN, ändern Sie es dort.',
    ),
  'address-unclear': ({ address, reason }) =>
    say(
      addressUnclear(address, reason),
      'Geben Sie ein Repository als owner/name, eine hf:-Adresse oder die https-Adresse einer .gguf-Datei ein.',
    ),
  'repository-refused': ({ repository, host, status, retryAfterSeconds }) => {
    const { meaning, todo } = repositoryRefusalOf(host, repository, status, retryAfterSeconds)
    return say(`${meaning} (HTTP-Status ${status}).`, todo)
  },
  'search-refused': ({ host, status, retryAfterSeconds }) =>
    say(
      `${host} hat die Suche nicht beantwortet (HTTP-Status ${status}).`,
      status === 429 || status >= 500
        ? refusalOf(host, status, retryAfterSeconds).todo
        : 'Geben Sie stattdessen den Namen eines Repositorys ein: owner/name, wie in der Adresse der Seite.',
    ),
  'repository-without-gguf': ({ repository, files }) =>
    say(
      files > 0
        ? `${repository} hat keine GGUF-Datei, nur ${counted(files, 'andere Datei', 'andere Dateien')}.`
        : `${repository} hat keine GGUF-Datei.`,
      'Suchen Sie ein Repository desselben Modells, dessen Name auf GGUF endet.',
    ),
  'not-enough-disk': ({ path, neededBytes, freeBytes }) =>
    say(
      `${fileNameOf(path)} braucht ${formatBytes(neededBytes)}, den Platz für Nachrichten eingerechnet. Frei sind ${formatBytes(freeBytes)}.`,
      'Schaffen Sie Platz auf dem Datenträger, oder wählen Sie eine kleinere Quantisierung.',
    ),
  'download-hash-wrong': ({ url, expected, found }) =>
    say(
      `${fileNameOf(url)} ist nicht die Datei, die ${hostOf(url)} veröffentlicht hat: Ihr SHA-256 ist ${found.slice(0, 12)}… statt ${expected.slice(0, 12)}….`,
      'Der Download wurde gelöscht. Laden Sie die Datei erneut herunter. Wenn es wieder passiert, verändert ein Proxy oder das Netzwerk Dateien.',
    ),
  'download-in-use': ({ path }) =>
    say(
      `Ein anderes Headroom lädt ${fileNameOf(path)} in denselben Ordner herunter.`,
      'Warten Sie, bis es fertig ist, und versuchen Sie es dann erneut.',
    ),
  'file-exists': ({ path }) =>
    say(
      `Unter ${path} gibt es schon eine andere Datei.`,
      'Verschieben Sie diese Datei, oder benennen Sie sie um, und versuchen Sie es dann erneut. Headroom überschreibt sie nicht.',
    ),
  'transfer-not-found': () =>
    say('Dieser Download ist nicht mehr in der Liste.', 'Suchen Sie das Modell erneut, und starten Sie einen neuen Download.'),
  'folder-unusable': ({ path, reason }) =>
    say(
      {
        missing: `Den Ordner ${path} gibt es nicht.`,
        'not-a-folder': `${path} ist kein Ordner.`,
        'name-not-utf8': `${path} lässt sich nicht verwenden, weil der Name kein gültiges UTF-8 ist.`,
        'link-leads-out': `${path} ist ein Link, der aus dem Modellordner hinausführt.`,
        'link-at-download': `${path} ist ein Link. Headroom speichert keinen Download über einen Link.`,
      }[reason],
      reason === 'link-leads-out' || reason === 'link-at-download'
        ? 'Entfernen Sie den Link, und versuchen Sie es dann erneut.'
        : 'Prüfen Sie den Pfad, oder wählen Sie einen anderen Ordner.',
    ),
  'model-in-use': ({ name }) =>
    say(
      `${name} ist geladen.`,
      'Entladen Sie es zuerst, oder laden Sie ein anderes Modell. Wenn es das Entwurfsmodell ist, wählen Sie ein anderes.',
    ),
  'managed-elsewhere': ({ name, program }) =>
    program === null
      ? say(`${name} ist ein Teil von Headroom.`, 'Es lässt sich nicht entfernen.')
      : say(`${name} gehört zu ${program}, das eine eigene Liste seiner Modelle führt.`, `Entfernen Sie es mit ${program}.`),
} satisfies Partial<Writers>
