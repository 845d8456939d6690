import { formatShort } from '../../../text/number-language'
import type { variants as english } from '../../en/compare/variants'
import { counted } from '../../words/de'

const automatic = 'automatisch'

export const variants: typeof english = {
  title: 'Einstellungen',
  note: 'K- und V-Typ jeder Einstellung. Die erste ist die Referenz.',
  add: 'Einstellung hinzufügen',
  addServer: 'Server hinzufügen',
  list: 'Zu vergleichende Einstellungen',
  count: (settings) => counted(settings, 'Einstellung', 'Einstellungen'),

  row: {
    label: (number, name) => `Einstellung ${number}: ${name}`,
    refused: 'abgelehnt',
    more: (name) => `Einzelheiten von ${name} einblenden`,
    fewer: (name) => `Einzelheiten von ${name} ausblenden`,
    keyType: (number) => `K-Typ von Einstellung ${number}`,
    valueType: (number) => `V-Typ von Einstellung ${number}`,
    bits: (bits) => `${formatShort(bits, 2)} Bit pro Element`,
    planned: 'Geplanter Cache des ganzen Kontexts',
    remove: (name) => `${name} entfernen`,
    reference: 'Referenz: Die anderen Einstellungen werden mit ihr verglichen.',
    makeReference: 'Als Referenz nutzen',
  },

  server: {
    label: (number) => `Server für Einstellung ${number}`,
    choose: 'Server wählen',
    gone: (name) => `${name} (entfernt)`,
    noServers: 'Es ist noch kein Server gespeichert.',
    open: 'Server öffnen',
    model: (number) => `Modell für Einstellung ${number}`,
    chooseModel: 'Modell wählen',
    typeModel: 'Name des Modells',
    asking: 'Der Server wird gefragt …',
    name: {
      label: (number) => `Name von Einstellung ${number}`,
      text: 'Name',
      meaning: 'Ihre eigenen Worte, etwa K- und V-Typ, mit denen der Server gestartet wurde: Ein Server sagt sie nicht.',
    },
    askAgain: 'Noch einmal fragen',
  },

  automatic,
  fields: {
    contextTokens: {
      name: 'Kontext',
      meaning:
        'In Tokens, für die geplante Größe. Wenn leer: die Länge, für die das Modell trainiert wurde, höchstens 8.192. Jede Messung legt einen Kontext an, der so lang ist, wie sie ihn braucht.',
      of: (number) => `Kontext von Einstellung ${number}`,
    },
    flashAttention: {
      name: 'Flash Attention',
      meaning: 'Berechnet Attention kachelweise. Ein quantisierter V-Typ braucht sie.',
      of: (number) => `Flash Attention von Einstellung ${number}`,
    },
    threads: {
      name: 'Threads',
      meaning: 'Wenn leer, bestimmt eine kurze Kalibrierung die Zahl; Tests, die nur Prompts verarbeiten, nutzen alle Kerne.',
      of: (number) => `Threads von Einstellung ${number}`,
    },
    batchTokens: {
      name: 'Batch',
      meaning: 'Prompt-Tokens, die auf einmal verarbeitet werden.',
      of: (number) => `Batch von Einstellung ${number}`,
    },
    gpuLayers: {
      name: 'GPU-Schichten',
      meaning:
        'Schichten auf der GPU. Wenn leer: so viele, wie passen. Unterscheiden sich Einstellungen hier, wird das Modell für jeden Wert neu geladen.',
      of: (number) => `GPU-Schichten von Einstellung ${number}`,
    },
  },
  flashModes: { auto: automatic, on: 'an', off: 'aus' },

  grid: {
    open: 'Raster anlegen …',
    label: 'Raster von Einstellungen',
    note: 'Listen in der Schreibweise von llama-bench. Jede Kombination wird eine Einstellung.',
    meaning: 'Werte, durch Kommas getrennt.',
    fields: {
      keyTypes: { name: 'K-Typen', placeholder: 'f16, q8_0' },
      valueTypes: { name: 'V-Typen', placeholder: 'wie K' },
      flashAttention: { name: 'Flash Attention', placeholder: 'auto' },
      threads: { name: 'Threads', placeholder: automatic },
      batches: { name: 'Batches', placeholder: '512' },
      contexts: { name: 'Kontexte', placeholder: automatic },
      gpuLayers: { name: 'GPU-Schichten', placeholder: automatic },
    },
    use: (settings) => `${counted(settings, 'Einstellung', 'Einstellungen')} übernehmen`,
    useNone: 'Einstellungen übernehmen',
    cancel: 'Abbrechen',
  },
}
