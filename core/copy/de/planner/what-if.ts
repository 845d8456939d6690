import { formatBytes, formatCount } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import type { whatIf as english } from '../../en/planner/what-if'
import { counted, tokens } from '../../words/de'

export const whatIf: typeof english = {
  machine: {
    name: 'Gerät',
    meaning: 'Der Speicher, in den der Plan passen muss: der jetzt freie dieses Geräts oder der ganze eines anderen.',
    label: 'Gerät für den Plan',
    here: 'Dieses Gerät',
    other: 'Ein anderes Gerät',
    memory: (kind, gibibytes, gigabytesPerSecond) =>
      `${formatCount(gibibytes)} GiB ${kind === 'vram' ? 'VRAM' : 'für CPU und GPU gemeinsam'}, ${formatShort(gigabytesPerSecond, 1)} GB/s`,
    ram: {
      name: 'RAM, GiB',
      label: 'RAM in GiB',
      meaning: 'Speicher der CPU, in GiB. Zuerst der dieses Computers: Tragen Sie den des anderen Geräts ein.',
    },
    vram: {
      name: 'VRAM, GiB',
      label: 'VRAM in GiB, eine Zahl je GPU',
      meaning:
        'Speicher jeder GPU in GiB, durch Leerzeichen getrennt: „24 24“. Ohne GPU leer lassen. llama.cpp gibt jeder GPU ganze Schichten, im Verhältnis zu ihrem Speicher.',
      placeholder: 'keine',
      problem: 'Geben Sie den Speicher jeder GPU in GiB an, durch Leerzeichen getrennt, zum Beispiel „24 24“.',
    },
    bandwidth: {
      name: 'Bandbreite, GB/s',
      label: 'Speicherbandbreite in GB/s',
      meaning: 'Wie schnell der Speicher mit den Gewichten gelesen werden kann, in GB/s (10⁹ Bytes). Sie begrenzt das Decode-Tempo.',
      placeholder: 'unbekannt',
    },
    source: 'Angaben: ',
  },
  shape: {
    title: 'Form ändern',
    meaning:
      'Was wäre, wenn das Modell andere Schichten oder Heads hätte? Zusätzliche Schichten wiederholen das Muster der ersten; die Gewichte folgen als Schätzung.',
    changed: 'geändert',
    changedMeaning:
      'Schichten, KV-Heads oder Head-Größe weichen von der Datei ab. Ein solches Modell gibt es nicht; seine Gewichte sind eine Schätzung.',
    layers: { name: 'Schichten', unit: 'Schichten' },
    kvHeads: { name: 'KV-Heads', unit: 'KV-Heads' },
    headDim: { name: 'Head-Größe', unit: 'Elemente' },
    own: (value) => `Datei: ${formatCount(value)}`,
    slider: (name) => `Regler für ${name}`,
    reset: 'Form der Datei benutzen',
  },
  sinks: {
    name: 'Anfang und Fenster',
    meaning:
      'Was StreamingLLM behalten würde: in Schichten mit voller Attention nur die ersten und die letzten Tokens, bei jeder Länge. llama.cpp hat keinen solchen Cache.',
    sinkTokens: 'Erste Tokens, die bleiben',
    windowTokens: 'Letzte Tokens, die bleiben',
    sinkName: 'Erste Tokens',
    windowName: 'Letzte Tokens',
  },
  decode: {
    title: 'Decode-Tempo, das die Bandbreite zulässt',
    note: (gigabytesPerSecond) =>
      `So schnell liefert der Speicher bei ${formatCount(gigabytesPerSecond)} GB/s die Bytes, die ein Token braucht. Mit der Bandbreite eines Datenblatts ist das echte Tempo niedriger; eine gemessene ist die Rate der Triad, und reines Lesen kann bis zu einem Drittel schneller sein. Schichten in langsamerem Speicher brauchen länger.`,
    empty: 'Leerer Kontext',
    full: 'Voller Kontext',
    unit: 'Tokens/s',
    rate: (perSecond) => formatShort(perSecond, perSecond < 10 ? 1 : 0),
    bytes: ({ bytes }) => `${formatBytes(bytes.weights)} Gewichte und ${formatBytes(bytes.cache)} Cache je Token`,
  },
  fit: {
    title: 'Wie es passen würde',
    ask: 'Änderungen suchen, mit denen es passt',
    single: 'Jede dieser Änderungen genügt allein:',
    pairs: 'Keine Änderung genügt allein. Diese Paare genügen:',
    none: 'Auch zwei Änderungen genügen nicht.',
    fits: 'Es passt.',
    change(change) {
      switch (change.kind) {
        case 'cache-type':
          return `K und V als ${change.type}`
        case 'context':
          return `Kontext von ${tokens(change.contextTokens)}`
        case 'sequences':
          return counted(change.sequences, 'Sequenz', 'Sequenzen')
        case 'gpu-layers':
          return counted(change.gpuLayers, 'GPU-Schicht', 'GPU-Schichten')
        case 'file-type':
          return `Gewichte als ${change.type}`
      }
    },
    join: (changes) => changes.join(' + '),
    saved: (bytes) => `${formatBytes(bytes)} weniger`,
    spare: (bytes) => `${formatBytes(bytes)} bleiben frei`,
    use: 'Benutzen',
    useChange: (change) => `Benutzen: ${change}`,
  },
  perToken: {
    title: 'Cache je Token nach Modellgröße',
    note: 'f16, gemittelt über einen Kontext von 32.768 Tokens. Fenster und Zustände machen ein großes Modell günstig, viele KV-Heads ein kleines teuer.',
    chart: 'KiB je Token gegen Parameter, alle bekannten Modelle',
    parameters: 'Parameter',
    axis: 'KiB je Token',
    shortParameters: (parameters) => (parameters < 1e9 ? `${formatShort(parameters / 1e6, 1)}M` : `${formatShort(parameters / 1e9, 1)}B`),
    cost: (kibibytes) => `${formatShort(kibibytes, 1)} KiB je Token`,
    list: 'Modelle des Diagramms',
  },
}
