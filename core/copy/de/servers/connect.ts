import type { RemoteModel, ServerAbilities } from '../../../remote/server-facts'
import type { connect as english } from '../../en/servers/connect'
import { counted, listed, tokens } from '../../words/de'

const abilityNames: Readonly<Record<keyof ServerAbilities, string>> = {
  tools: 'Tools',
  reasoning: 'Überlegungen',
  schema: 'JSON-Schemas',
  images: 'Bilder',
  logprobs: 'Logprobs',
  cachedTokens: 'wiederverwendete Tokens',
  metrics: 'Metriken',
  slots: 'Slots',
}

/** `null` is unknown. */
function abilitiesText(abilities: ServerAbilities): string {
  const names = (wanted: boolean) =>
    (Object.keys(abilityNames) as (keyof ServerAbilities)[]).filter((name) => abilities[name] === wanted).map((name) => abilityNames[name])
  const [has, lacks] = [names(true), names(false)]
  return [has.length > 0 ? `Er bietet ${listed(has)}.` : '', lacks.length > 0 ? `Er bietet nicht: ${listed(lacks)}.` : '']
    .filter(Boolean)
    .join(' ')
}

const modelStates: Readonly<Record<NonNullable<RemoteModel['state']>, string>> = {
  loaded: 'geladen',
  loading: 'wird geladen',
  unloaded: 'nicht geladen',
}

export const connect: typeof english = {
  intro:
    'Sie können mit einem Modell chatten, das auf einem Server läuft: llama-server, vLLM, SGLang, Ollama, LM Studio oder jeder Server mit der API von OpenAI. Ihre Unterhaltungen bleiben auf diesem Gerät; jeder Prompt geht an den Server.',
  none: 'Es ist kein Server gespeichert.',
  noneTodo: 'Verbinden Sie sich mit einem Server auf diesem Gerät oder in Ihrem Netzwerk.',
  open: 'Mit einem Server verbinden …',
  list: 'Gespeicherte Server',
  keySources: {
    none: 'kein Schlüssel',
    keychain: 'Schlüssel im Schlüsselbund',
    memory: 'Schlüssel gespeichert, bis Headroom endet',
    environment: 'Schlüssel aus HEADROOM_SERVER_KEY',
  },
  connected: 'verbunden',
  connect: 'Verbinden',
  connectTo: (name) => `Mit ${name} verbinden`,
  connecting: 'Verbindet …',
  disconnect: 'Trennen',
  goneTodo: 'Ihre Unterhaltungen sind gespeichert. Verbinden Sie sich erneut mit dem Server, um fortzufahren.',
  edit: (name) => `${name} bearbeiten`,
  remove: 'Entfernen',
  removeTitle: (name) => `${name} aus der Liste entfernen?`,
  removeText: 'Sein Schlüssel und seine Einstellungen werden gelöscht. Ihre Unterhaltungen bleiben.',
  keep: 'Behalten',

  title: 'Mit einem Server verbinden',
  text: 'Headroom fragt den Server, was er ist, und speichert ihn nur, wenn er antwortet.',
  address: 'Adresse',
  addressPlaceholder: 'http://localhost:8080',
  name: 'Name',
  namePlaceholder: 'Die Adresse, wenn leer',
  key: 'Schlüssel',
  keyPlaceholder: 'Nur, wenn der Server einen verlangt',
  keySaved: 'Gespeichert. Tippen Sie, um ihn zu ersetzen.',
  keyMeaning: (hasKeychain) =>
    hasKeychain
      ? 'Der Schlüssel liegt im Schlüsselbund dieses Systems und wird nur an diese Adresse gesendet.'
      : 'Der Host hat keinen Schlüsselbund, also bleibt der Schlüssel nur gespeichert, bis Headroom endet. Er wird nur an diese Adresse gesendet. Um ihn länger zu behalten, setzen Sie HEADROOM_SERVER_URL und HEADROOM_SERVER_KEY in der Umgebung des Hosts.',
  plainHttp:
    'Diese Adresse verwendet http, also können andere im Netzwerk den Schlüssel und Ihre Nachrichten lesen. Verwenden Sie https, wenn der Server es kann.',
  check: 'Prüfen',
  checking: 'Fragt den Server …',
  save: 'Speichern und verbinden',
  cancel: 'Abbrechen',
  found: (kind, version) => (version === null ? kind : `${kind} ${version}`),
  slots: (count) => counted(count, 'Sequenz zugleich', 'Sequenzen zugleich'),
  abilities: abilitiesText,
  model: 'Modell',
  modelNote: ({ contextTokens, state }) =>
    [contextTokens === null ? '' : `Kontext von ${tokens(contextTokens)}`, state === null ? '' : modelStates[state]]
      .filter(Boolean)
      .join(', '),
  noModels: 'Der Server nennt keine Modelle. Geben Sie den Namen eines Modells ein.',
}
