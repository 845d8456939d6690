import type { BoundResource, End, FleetRefusal, PartKind } from '../../../fleet/fleet-plan'
import { formatBytes, formatCount } from '../../../text/amounts'
import type { fleet as english } from '../../en/planner/fleet'
import { counted, tokens } from '../../words/de'
import { settingsRefusalText } from '../reasons/settings'

const engines = { 'llama.cpp': 'llama.cpp', vllm: 'vLLM', sglang: 'SGLang' } as const

export function fleetRefusal(refusal: FleetRefusal): string {
  switch (refusal.kind) {
    case 'too-few-devices':
      return `Der Plan braucht ${formatCount(refusal.needed)} Geräte, die Flotte hat ${formatCount(refusal.devices)}.`
    case 'too-many-devices':
      return `Ein llama-server arbeitet mit höchstens ${formatCount(refusal.most)} Geräten. Teilen Sie die Flotte mit „instances“ auf.`
    case 'heads-not-divisible':
      return `Tensor-Parallelität von ${refusal.tensorParallel} teilt die ${formatCount(refusal.heads)} Attention-Heads des Modells nicht.`
    case 'kv-heads-not-divisible':
      return `Tensor-Parallelität von ${refusal.tensorParallel} passt nicht zu ${counted(refusal.kvHeads, 'KV-Head', 'KV-Heads')}: Sie ist weder Teiler noch Vielfaches.`
    case 'more-stages-than-layers':
      return `Eine Pipeline aus ${formatCount(refusal.stages)} Stufen ist länger als das Modell mit ${counted(refusal.layers, 'Schicht', 'Schichten')}.`
    case 'no-experts':
      return 'Experten-Parallelität braucht ein Modell mit Experten.'
    case 'more-ranks-than-experts':
      return `${formatCount(refusal.ranks)} GPUs würden sich ${formatCount(refusal.experts)} Experten teilen; einige hätten keinen.`
    case 'other-caches':
      return `Dieses Modell hat andere Caches als gewöhnliches K und V, oder Fenster. Headroom weiß nicht, wie groß ${engines[refusal.engine]} sie anlegt.`
    case 'page-sizes-differ':
      return 'Die Schichten dieses Modells brauchen verschieden große Blöcke. Wie vLLM sie zusammenfasst, bildet Headroom nicht nach.'
    case 'rows-over-rpc':
      return 'llama.cpp kann Zeilen nicht auf RPC-Rechner aufteilen. Benutzen Sie die Aufteilung „layer“ oder „tensor“.'
    case 'tensor-split-architecture':
      return `llama.cpp kann Tensoren der Architektur „${refusal.architecture}“ nicht aufteilen. Benutzen Sie die Aufteilung „layer“.`
    case 'tensor-split-quantized':
      return 'llama.cpp kann K und V nicht quantisieren, wenn es Tensoren aufteilt. Benutzen Sie f16, bf16 oder f32, oder die Aufteilung „layer“.'
    case 'cpu-only':
      return `Headroom plant ${engines[refusal.engine]} nur für GPUs. Geben Sie jedem Rechner eine GPU.`
    case 'settings':
      return settingsRefusalText(refusal.reason)
  }
}

const endNames: Readonly<Record<End['resource'], string>> = {
  memory: 'Speicher für K und V',
  sequences: 'Obergrenze der Engine für gleichzeitige Benutzer',
  ttft: 'TTFT-Grenze',
  'memory-bandwidth': 'Speicherbandbreite, innerhalb der ITL-Grenze',
  compute: 'Rechenleistung, innerhalb der ITL-Grenze',
  link: 'Verbindungen, innerhalb der ITL-Grenze',
}

const resources: Readonly<Record<BoundResource, string>> = {
  'memory-bandwidth': 'Speicherbandbreite',
  compute: 'Rechenleistung',
  link: 'Verbindungen',
}

const parts: Readonly<Record<PartKind, string>> = {
  weights: 'Gewichte',
  experts: 'Experten',
  kv: 'K und V',
  state: 'rekurrenter Zustand',
  activations: 'Aktivierungen',
  overhead: 'Grundbedarf',
  'kept-free': 'bleibt frei',
}

const units = { blocks: 'Blöcke', tokens: 'Tokens', cells: 'Zellen' } as const

export const fleet: typeof english = {
  engines,
  refusal: fleetRefusal,
  parts,
  unused: 'unbenutzt',
  resources,
  end: ({ resource, users }) => `${endNames[resource]}: endet bei ${formatCount(users)} Benutzern`,
  device: ({ host, device, count, firstLayer, endLayer, kind }) =>
    kind === 'ram' && endLayer === 0
      ? `RAM von ${host}`
      : `${formatCount(count)} × ${device} (${host}), ${endLayer > firstLayer ? `Schichten ${firstLayer} bis ${endLayer - 1}` : 'Ausgabe'}`,
  capacity: ({ unit, units: count, tokensPerUnit, unitsPerUser, sharedUnits }) => {
    const size = unit === 'blocks' ? ` zu ${tokens(tokensPerUnit)}` : ''
    const shared = sharedUnits > 0 ? `; ${formatCount(sharedUnits)} teilen sich alle` : ''
    return `${formatCount(count)} ${units[unit]}${size}; ein Benutzer braucht ${formatCount(unitsPerUser)}${shared}`
  },
  missing: (bytes) => `Es fehlen ${formatBytes(bytes)}`,
}
