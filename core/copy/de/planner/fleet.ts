import type { BoundResource, DeviceGroup, End, FleetRefusal, PartKind } from '../../../fleet/types/fleet-plan'
import { formatBytes, formatCount, formatMs, formatRoughMs } from '../../../text/amounts'
import type { fleet as english } from '../../en/planner/fleet'
import { counted, tokens } from '../../words/de'
import { settingsRefusalText } from '../reasons/settings'

const engines = { 'llama.cpp': 'llama.cpp', vllm: 'vLLM', sglang: 'SGLang' } as const

export function fleetRefusal(refusal: FleetRefusal): string {
  switch (refusal.kind) {
    case 'too-few-devices':
      return `Der Plan braucht ${formatCount(refusal.needed)} Geräte, die Flotte hat ${formatCount(refusal.devices)}.`
    case 'too-many-devices':
      return `Ein llama-server arbeitet mit höchstens ${formatCount(refusal.most)} Geräten. Benutzen Sie weniger Geräte oder in einer Flottendatei mehrere „instances“.`
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
    case 'experts-not-divisible':
      return `SGLang gibt jeder GPU gleich viele Experten; ${formatCount(refusal.ranks)} GPUs teilen ${formatCount(refusal.experts)} Experten nicht.`
    case 'other-caches':
      return `Dieses Modell hat Sliding Windows oder andere Caches als gewöhnliches K und V. Headroom weiß nicht, wie groß ${engines[refusal.engine]} sie anlegt.`
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

function layersOf(firstLayer: number, endLayer: number, held: DeviceGroup['parts']): string {
  if (endLayer > firstLayer + 1) return `Schichten ${firstLayer} bis ${endLayer - 1}`
  if (endLayer > firstLayer) return `Schicht ${firstLayer}`
  return held.some(({ kind }) => kind === 'weights') ? 'Ausgabe' : 'keine Schichten'
}

export const fleet: typeof english = {
  title: 'Flotte',
  note: 'Dasselbe Modell auf Servern: mehrere GPUs oder Rechner und viele Benutzer gleichzeitig.',
  open: 'Flotte planen',
  unknownWeights:
    'Die Breiten in der Konfiguration dieses Modells legen die Größe seiner Gewichte nicht fest. Eine Flotte lässt sich nicht planen.',
  controls: {
    legend: 'Flotte',
    engine: 'Engine',
    gpu: 'GPU',
    gpusPerHost: 'GPUs je Rechner',
    hosts: 'Rechner',
    link: 'Zwischen GPUs',
    network: 'Zwischen Rechnern',
    tensorParallel: 'Tensor-parallel',
    tensorMeaning: 'GPUs, die gemeinsam an jeder Schicht arbeiten. Sie teilen sich die Matrizen und KV-Heads der Schichten.',
    pipelineParallel: 'Pipeline-Stufen',
    pipelineMeaning: 'Stufen mit verschiedenen Schichten. Ein Token durchläuft eine Stufe nach der anderen.',
    weights: 'Gewichte',
    kv: 'Typ von K und V',
    kvTypes: { auto: '16 Bit', fp8: 'fp8' },
    memoryShare: 'Anteil am GPU-Speicher',
    memoryShareMeaning: {
      vllm: 'gpu_memory_utilization: welchen Teil des Speichers jeder GPU vLLM nutzt, für Gewichte, K und V, Aktivierungen und Grundbedarf.',
      sglang:
        'mem_fraction_static: welchen Teil des freien Speichers jeder GPU SGLang für Gewichte sowie K und V nutzt. Der Rest bleibt für Aktivierungen.',
    },
    batch: { 'llama.cpp': 'Micro-Batch', vllm: 'Tokens je Batch', sglang: 'Tokens je Prompt-Abschnitt' },
    batchMeaning: {
      'llama.cpp':
        'ubatch-size: wie viele Tokens llama.cpp auf einmal verarbeitet. Ein größerer Micro-Batch braucht einen größeren Rechenpuffer.',
      vllm: 'max_num_batched_tokens: wie viele Tokens aller Benutzer vLLM in einem Schritt verarbeitet. Größere Batches brauchen mehr Speicher für Aktivierungen.',
      sglang:
        'chunked_prefill_size: wie viele Tokens eines Prompts SGLang in einem Schritt verarbeitet. Größere Abschnitte brauchen mehr Speicher für Aktivierungen.',
    },
    default: (value) => `${value} (Vorgabe)`,
    useDefaults: 'Vorgaben der Engine verwenden',
    users: 'Benutzer gleichzeitig',
    context: 'Tokens je Benutzer',
    contextMeaning: (outputTokens) => `Prompt und Antwort zusammen. Die Antwort hat ${tokens(outputTokens)}.`,
    prefix: 'Gemeinsamer Anfang',
    prefixMeaning: 'Die ersten Tokens aller Prompts, wenn sie gleich sind, etwa ein System-Prompt. vLLM und SGLang speichern sie einmal.',
  },
  headline: ({ fits, users, usersThatFit }) =>
    fits
      ? `${formatCount(users)} Benutzer passen; höchstens ${formatCount(usersThatFit)} gleichzeitig`
      : `${formatCount(users)} Benutzer passen nicht; ${usersThatFit === 0 ? 'auch nicht ein einziger' : `höchstens ${formatCount(usersThatFit)} gleichzeitig`}`,
  idle: (count) => `${counted(count, 'Gerät bleibt', 'Geräte bleiben')} unbenutzt`,
  replica: ({ count, usersAssigned }) =>
    count === 1
      ? `Eine Kopie des Modells, für ${formatCount(usersAssigned)} Benutzer`
      : `${formatCount(count)} Kopien des Modells, jede für ${formatCount(usersAssigned)} Benutzer`,
  used: (bytes, memoryBytes) => (memoryBytes === null ? formatBytes(bytes) : `${formatBytes(bytes)} von ${formatBytes(memoryBytes)}`),
  boundsTitle: 'Grenzen',
  boundsNote: 'Grenzen, keine Vorhersagen: Schneller geht es nicht, in Wirklichkeit langsamer.',
  noBounds: 'Keine Grenzen: Die Speicherbandbreite ist unbekannt.',
  workload: ({ promptTokens, outputTokens }, fits) =>
    `${fits ? 'Berechnet für' : 'Wenn alle passten, für'} einen Prompt von ${tokens(promptTokens)} und eine Antwort von ${tokens(outputTokens)} je Benutzer:`,
  ttft: ({ ms, resource }) => `TTFT eines einzelnen Prompts: mindestens ${formatMs(ms)} (${resources[resource]})`,
  itl: ({ ms, resource }) => `ITL mit diesen Benutzern: mindestens ${formatMs(ms)} (${resources[resource]})`,
  throughput: (perSecond) => `Eine Replik erzeugt höchstens ${formatCount(perSecond)} Tokens/s`,
  endsTitle: (itlLimitMs) =>
    itlLimitMs === null ? 'Was zuerst endet' : `Was zuerst endet, bei einer ITL bis ${formatRoughMs(itlLimitMs)}`,
  typesTitle: 'Benutzer gleichzeitig, nach Typ von K und V',
  type: (type, users) => `${type}: ${users === null ? 'abgelehnt' : formatCount(users)}`,
  contextsTitle: 'Benutzer gleichzeitig, nach Tokens je Benutzer',
  context: (contextTokens, users) => `${tokens(contextTokens)}: ${formatCount(users)}`,
  sharing: (shared, without) =>
    `Der gemeinsame Anfang erhöht die Zahl gleichzeitiger Benutzer von ${formatCount(without)} auf ${formatCount(shared)}.`,
  engines,
  refusal: fleetRefusal,
  parts,
  unused: 'unbenutzt',
  resources,
  end: ({ resource, users }) => `${endNames[resource]}: reicht für ${formatCount(users)} Benutzer`,
  device: ({ host, device, count, firstLayer, endLayer, kind, parts: held }) =>
    kind === 'ram' && endLayer === 0
      ? host === ''
        ? 'RAM des Hauptrechners'
        : `RAM von ${host}`
      : `${formatCount(count)} × ${device}${host === '' ? '' : ` (${host})`}, ${layersOf(firstLayer, endLayer, held)}`,
  capacity: ({ unit, units: count, tokensPerUnit, unitsPerUser, sharedUnits }) => {
    const size = unit === 'blocks' ? ` zu ${tokens(tokensPerUnit)}` : ''
    const shared = sharedUnits > 0 ? `; ${formatCount(sharedUnits)} teilen sich alle` : ''
    return `${formatCount(count)} ${units[unit]}${size}; ein Benutzer braucht ${formatCount(unitsPerUser)}${shared}`
  },
  whileDecoding: ({ unitsPerUser, users }) =>
    `Mit gleitenden Fenstern ist „gleichzeitig“ der schlechteste Fall, mit dem vLLM beim Start rechnet: Jeder Benutzer verarbeitet ganze Batches. Im Decode werden Blöcke außerhalb der Fenster frei. Ein Benutzer braucht dann ${formatCount(unitsPerUser)} Blöcke, das reicht für ${formatCount(users)} Benutzer.`,
  missing: (bytes) => `Es fehlen ${formatBytes(bytes)}`,
}
