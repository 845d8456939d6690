import { measuredHits } from '../../../lab/experiments/measured-hits'
import { engineOverheadBytes, gpuOverheadBytes, gpuOverheadErrorShare } from '../../../plan/parts/overhead'
import { activationFacts, claimedActivationBytes, reservedActivationBytes } from '../../../plan/parts/published-facts'
import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import type { publishedFigures as english } from '../../en/planner/published-figures'

const { tokens, embeddingDim, vocabulary, microBatchTokens } = activationFacts
const { budgetTokens, blockTokens, none, holeFill, repack } = measuredHits

export const publishedFigures: typeof english = () => ({
  deepSeekV2: {
    said: 'Der Cache von DeepSeek-V2 ist 93,3 % kleiner als der von DeepSeek 67B',
    arithmetic:
      'Bei f16: (512 + 64) × 60 Schichten × 2 B = 69.120 B je Token gegen 2 × 95 Schichten × 8 KV-Heads × 128 × 2 B = 389.120 B: 82,2 % kleiner. Für 93,3 % braucht der Cache außerdem 6 Bits je Element: 25.920 B.',
  },
  gemma3: {
    said: 'Sliding Windows machen den Cache von Gemma 3 27B etwa 15-mal kleiner',
    arithmetic: 'Mit 128k Tokens: 62 GiB ÷ 10,7 GiB = 5,8-mal; mit 32k Tokens: 4,8-mal. 10 der 62 Schichten behalten jedes Token.',
  },
  llama4: {
    said: 'Llama 4 braucht 6,1 GB bei 32k Tokens',
    arithmetic:
      '12 Schichten × 32.768 Zellen und 36 Schichten mit Abschnitten × 8.704 Zellen, bei 2 × 8 KV-Heads × 128 × 2 B = 4.096 B je Zelle: 2,70 GiB.',
  },
  deepSeekV3: {
    said: 'DeepSeek-V3 bringt 128k Tokens in dem Speicher unter, den 8k Tokens eines 70B-Modells brauchten',
    arithmetic:
      '131.072 × 70.272 B = 8,58 GiB. Llama 3 70B mit seinen 8 KV-Heads braucht 8.192 × 327.680 B = 2,50 GiB; mit 64 wären es 20,0 GiB.',
  },
  mamba: {
    said: 'Der Zustand von Mamba hat 12 KB, und konstante 384 MB bei 32k Tokens',
    arithmetic:
      '384 MB sind 12 KB mal 32.000 Tokens, aber eine Konstante wird nicht multipliziert. Der Zustand von Falcon Mamba 7B hat bei jeder Länge 38 MiB: 64 Schichten × 8.192 Kanäle × (16 + 3) × 4 B.',
  },
  activations: {
    said: 'Die Aktivierungen eines Prompts sind Batch × Tokens × Breite × 2 B',
    arithmetic:
      `Llama 3.1 8B bei 8k: ${formatCount(tokens)} × ${formatCount(embeddingDim)} × 2 B = ${formatBytes(claimedActivationBytes)}. llama.cpp berechnet einen Micro-Batch nach dem anderen und reserviert mehr, das meiste davon für die Logits: ` +
      `${formatCount(microBatchTokens)} Tokens × (${formatCount(vocabulary)} + 2 × ${formatCount(embeddingDim)}) × 4 B = ${formatBytes(reservedActivationBytes)}.`,
  },
  overhead: {
    said: 'llama.cpp selbst braucht etwa 1 GB',
    arithmetic:
      `Etwa ${formatBytes(engineOverheadBytes)}, auf der CPU gemessen: der belegte Speicher eines Prozesses ohne Gewichte, Cache und Rechenpuffer. ` +
      `Mit CUDA kommen je GPU etwa ${formatBytes(gpuOverheadBytes)} (± ${formatPercent(gpuOverheadErrorShare)}) für Treiber, Kernel und Arbeitsspeicher hinzu: ${formatBytes(engineOverheadBytes)} + ${formatBytes(gpuOverheadBytes)} = ${formatBytes(engineOverheadBytes + gpuOverheadBytes)} mit einer GPU.`,
  },
  tova: {
    said: 'TOVA und Scissorhands ordnen Tokens nach der laufenden Summe ihrer Attention',
    arithmetic:
      'H2O tut das. TOVA betrachtet nur die letzte Query; Scissorhands zählt, wie oft ein Token weniger als den durchschnittlichen Anteil bekam. Das Labor hat alle drei.',
  },
  compaction: {
    said: 'Kompaktieren ändert nicht, wie viel eines Prompts im Cache gefunden wird',
    arithmetic:
      `Ein geteilter Block wird an seinem Inhalt vom ersten Token an erkannt. Sobald Tokens darin verdrängt oder verschoben sind, ist er ein anderer Block. Das Labor hat es mit H2O bei ${budgetTokens} Zellen und Blöcken zu ${blockTokens} Tokens gemessen („Beide Mauern“): ` +
      `Eine zweite Anfrage mit demselben Prompt findet davon ${formatPercent(none / 100)} ohne Kompaktierung, ${formatPercent(holeFill / 100)} nach dem Füllen der Lücken und ${formatPercent(repack / 100)} nach dem Zusammenrücken. Nur Blöcke, die eine andere Anfrage gerade liest, bleiben, wo sie sind.`,
  },
})
