import type { api as english } from '../../en/preferences/api'

export const api: typeof english = {
  title: 'API-Server',
  switch: 'Anderen Programmen antworten',
  note: 'Programme auf diesem Computer können das geladene Modell über die API von OpenAI, Anthropic, Ollama oder llama-server nutzen. Webseiten können es nicht, andere Computer nur, wenn Sie es unten erlauben. Die Ansicht „Anfragen“ zeigt jeden Prompt und warum er erneut verarbeitet wurde.',
  address: 'Adresse',
  addressNote: (url) => `Für Programme, die die API von OpenAI erwarten: ${url}/v1`,
  copyAddress: 'Adresse kopieren',
  starting: 'Startet …',
  tryAgain: 'Noch einmal versuchen',
  port: 'Port',
  portPlaceholder: '8080',
  portNote:
    'Beim ersten Mal nimmt Headroom Port 8080 oder, falls ein anderes Programm ihn benutzt, den nächsten freien. Danach behält es den Port, damit Ihre Programme ihn wiederfinden.',
  network: 'Im lokalen Netz anbieten',
  networkNote:
    'Auch andere Computer in Ihrem Netz können das Modell nutzen. Jede Anfrage braucht einen Schlüssel. Wenn Sie noch keinen haben, erstellt Headroom einen.',
  networkKey: 'Lokales Netz',
  notEncrypted: 'Die Verbindung ist nicht verschlüsselt: Jeder in Ihrem Netz kann Prompts, Antworten und den Schlüssel mitlesen.',
  networkAddress: 'Adresse im Netz',
  networkInterface: (name) => `Netzwerkschnittstelle ${name}`,
  noNetwork: 'Dieser Computer ist mit keinem Netz verbunden.',
  copyNetworkAddress: (url) => `${url} kopieren`,
  keys: 'Schlüssel',
  keysNote:
    'Jede Anfrage braucht einen Schlüssel. Mit einem Schlüssel je Programm können Sie einen widerrufen, ohne die anderen zu ändern.',
  keyName: 'Name des Programms',
  makeKey: 'Schlüssel erstellen',
  newKey: (name) => `Der Schlüssel von ${name}`,
  newKeyNote: 'Kopieren Sie ihn jetzt: Headroom speichert nur seinen Hash und kann ihn nicht noch einmal zeigen.',
  copyKey: 'Schlüssel kopieren',
  ending: (ending) => `endet mit ${ending}`,
  revokeShort: 'Widerrufen',
  revoke: (name) => `Schlüssel von ${name} widerrufen`,
  checkModel: 'Andere Modellnamen ablehnen',
  checkModelNote: 'Ist das aus, beantwortet das geladene Modell auch Anfragen, die ein anderes nennen, wie bei llama-server.',
  removeHeader: 'Abrechnungs-Header von Claude Code entfernen',
  removeHeaderNote: 'Eine Zeile seiner Prompts, die sich mit jeder Anfrage ändert, sodass der ganze Prompt neu verarbeitet wird.',
  sortTools: 'Tools nach Namen sortieren',
  sortToolsNote: 'Manche Programme senden ihre Tools jedes Mal in anderer Reihenfolge, sodass alles danach neu verarbeitet wird.',
  keepBodies: 'Prompts und Antworten der Anfragen speichern',
  keepBodiesNote:
    'Solange dies aus ist, sind die neuesten 200 nur im Arbeitsspeicher. Solange es an ist, sind sie auch in Headrooms Ordner, unverschlüsselt, bis Sie es ausschalten oder die Liste leeren.',
  setup: {
    title: 'Ein Programm einrichten',
    note: (hasKey, hasModel) =>
      [
        hasKey
          ? 'Der Text enthält die Adresse und Ihren neuen Schlüssel.'
          : 'Der Text enthält die Adresse. Erstellen Sie oben einen Schlüssel, dann enthält der Text auch ihn.',
        hasModel ? '' : 'Laden Sie ein Modell, damit sein Name im Text steht.',
      ]
        .join(' ')
        .trim(),
    where: (client, file) =>
      file !== null
        ? `In ${file} einfügen`
        : client === 'cline'
          ? 'In den Einstellungen von Cline eintragen'
          : client === 'curl'
            ? 'In einem Terminal ausführen'
            : 'Mit Python ausführen',
    copy: 'Text kopieren',
  },
}
