import type { LibraryState } from '../../../contract/models/library'
import { formatBytes, formatCount } from '../../../text/amounts'
import type { get as englishGet, network as englishNetwork } from '../../en/models/get'
import { counted, tokens } from '../../words/de'

export const get: typeof englishGet = {
  searchTitle: 'Ein anderes Modell suchen',
  address: 'Name oder Adresse eines Modells',
  placeholder: 'Zum Beispiel gemma',
  lookUp: 'Suchen',
  lookingUp: 'Wird gesucht …',
  stop: 'Abbrechen',
  tryAgain: 'Erneut versuchen',
  hint: 'Suchen Sie bei Hugging Face mit Wörtern. Sie können auch die Adresse einer .gguf-Datei oder den Namen eines Repositorys angeben, zum Beispiel',
  planHint: 'Bevor Headroom etwas herunterlädt, zeigt es die Dateien und wie viel Speicher jede braucht.',
  listing: (title) => `Modelle von ${title}`,
  listed: (models, revision) =>
    revision === null ? counted(models, 'Modell', 'Modelle') : `${counted(models, 'Modell', 'Modelle')} · Revision ${revision}`,
  file: ({ sizeBytes, parts, hasHash }) =>
    [
      sizeBytes === null ? 'Größe unbekannt' : formatBytes(sizeBytes),
      ...(parts > 1 ? [`${formatCount(parts)} Dateien`] : []),
      hasHash ? 'SHA-256 veröffentlicht' : 'kein Hash veröffentlicht',
    ].join(' · '),

  planAll: 'Alle planen',
  planAllMeaning: 'Liest den Header jeder Datei (einige Megabyte) und zeigt, ob das Modell passt',
  stopPlanning: 'Planung abbrechen',
  plan: 'Planen',
  planNamed: (path) => `${path} planen`,
  readingHeader: 'Der Header wird gelesen …',
  tooLarge: (freeBytes) => `größer als der freie Speicher von ${formatBytes(freeBytes)}`,
  notPlanned: 'noch nicht geplant',
  needs: (totalBytes, contextTokens) => [formatBytes(totalBytes), `mit ${tokens(contextTokens)}`],
  spare: (bytes) => (bytes >= 0 ? `passt, ${formatBytes(bytes)} bleiben frei` : `passt nicht: ${formatBytes(-bytes)} zu viel`),
  longest(contextTokens, trainedTokens) {
    if (contextTokens === 0) return 'kein Kontext passt'
    return trainedTokens > 0
      ? `bis zu ${formatCount(contextTokens)} von ${tokens(trainedTokens)} passen`
      : `bis zu ${tokens(contextTokens)} passen`
  },

  inLibrary: 'vorhanden',
  load: 'Laden',
  loadNamed: (path) => `${path} laden`,
  download: 'Herunterladen',
  downloadNamed: (path) => `${path} herunterladen`,
  checking: 'Wird geprüft …',
  downloading: 'Lädt herunter …',

  found: 'Gefundene Repositorys',
  nothingFound: 'Kein Repository mit GGUF-Dateien hat alle diese Wörter im Namen. Versuchen Sie es mit weniger oder anderen Wörtern.',
  downloads: (count) => `${counted(count, 'Download', 'Downloads')} im Monat`,
  showFiles: 'Dateien zeigen',
  showFilesOf: (repository) => `Dateien von ${repository} zeigen`,
}

function tokenState(token: LibraryState['network']['token'], isDesktop: boolean): string {
  switch (token) {
    case 'none':
      return 'Stimmen Sie auf der Seite des Modells den Bedingungen zu und erstellen Sie ein Token mit Leserecht (auf dem Hub: Settings, Access Tokens).'
    case 'keychain':
      return 'Ein Token liegt im Schlüsselbund des Systems.'
    case 'memory':
      return isDesktop
        ? 'Ein Token bleibt gespeichert, bis Headroom beendet wird, denn dieses System hat keinen Schlüsselbund, der es schützt.'
        : 'Ein Token bleibt gespeichert, bis der Host von Headroom endet, denn er hat keinen Schlüsselbund. Um es länger zu behalten, setzen Sie HF_TOKEN in der Umgebung des Hosts.'
    case 'environment':
      return 'Headroom verwendet das Token in HF_TOKEN.'
  }
}

export const network: typeof englishNetwork = {
  title: 'Netzwerk',
  offline: 'Offline',
  offlineMeaning: (isForced) =>
    isForced
      ? 'Downloads sind ausgeschaltet: Headroom wurde mit HEADROOM_OFFLINE gestartet, einer Einstellung, die es vom Internet fernhält. Starten Sie es ohne sie.'
      : 'Eingeschaltet stellt Headroom nur Anfragen an Server auf diesem Computer. Ausgeschaltet stellt es sie nur, wenn Sie ein Modell suchen oder herunterladen, für eine Adresse im Planer, für MCP-Server mit einer Adresse und für Updates von Headroom.',
  tokenFold: 'Manche Modelle brauchen ein Konto',
  token: 'Zugriffstoken',
  tokenMeaning: (token, isDesktop, hub) => `${tokenState(token, isDesktop)} Headroom sendet es nur an ${hub}.`,
  saveToken: 'Token speichern',
  forgetToken: 'Token vergessen',
}
