import { formatBytes, formatCount } from '../../../text/amounts'
import type { planner as english } from '../../en/planner/planner'
import { counted, time } from '../../words/de'
import { fleet } from './fleet'
import { formula, memoryClasses } from './formula'
import { cacheTypes, growth } from './growth'
import { layerKinds, layers, layerTable } from './layers'
import { headline, memory, partMeaning } from './memory'
import { publishedFigures } from './published-figures'
import { settings } from './settings'
import { whatIf } from './what-if'

export const planner: typeof english = {
  title: 'Planer',
  purpose: 'Wie viel Speicher ein Modell braucht, noch bevor es geladen ist.',
  choices: 'Was geplant wird',
  plan: 'Plan',
  empty: 'Noch kein Plan. Wählen Sie ein Modell, ein bekanntes Modell, eine Datei oder eine Adresse.',
  reading: (name) => `${name} wird gelesen …`,

  sources: {
    label: 'Herkunft des Modells',
    tabs: { models: 'Eigene', presets: 'Bekannte', other: 'Andere' },
    model: {
      label: 'Modell aus der Bibliothek',
      placeholder: 'Modell wählen',
      missing: 'Die Datei wurde verschoben oder gelöscht.',
    },
    preset: { label: 'Bekanntes Modell', placeholder: 'Bekanntes Modell wählen' },
    file: { label: 'Datei für den Plan', open: 'Datei öffnen …' },
    address: { label: 'Pfad oder Adresse für den Plan', placeholder: 'Pfad oder https://-Adresse', plan: 'Planen' },
    config: {
      label: 'Text einer config.json',
      placeholder: 'Oder hier eine config.json einfügen',
      plan: 'Mit dieser config.json planen',
    },
  },

  presetNotes: {
    'smollm2-135m': 'Sehr klein; drei Query-Heads teilen sich einen KV-Head',
    'llama-2-7b': 'Jeder Query-Head hat einen eigenen KV-Head',
    'falcon-mamba-7b': 'Rekurrent: kein Cache, der wächst',
    'gemma-3n-e4b': 'Die letzten 15 Schichten benutzen den Cache anderer',
    'llama-3.1-8b': 'Vier Query-Heads teilen sich einen KV-Head',
    'gemma-3-27b': 'Fünf Fenster-Schichten auf jede volle',
    'qwen3-30b-a3b': '128 Experten, ein Cache',
    'qwen3-32b': 'Acht Query-Heads teilen sich einen KV-Head',
    'jamba-mini': 'Hybrid: Eine von acht Schichten hat Attention',
    'qwen3-next-80b-a3b': 'Hybrid: drei rekurrente Schichten auf jede mit Attention',
    'llama-4-scout': 'Attention in Abschnitten von 8.192 Tokens; Kontext bis 10 Millionen',
    'gpt-oss-120b': 'Jede zweite Schicht hat ein Fenster von 128 Tokens',
    'llama-3.1-405b': 'Sechzehn Query-Heads teilen sich einen KV-Head',
    'deepseek-v3': 'Latente Attention (MLA): ein kurzer Vektor für alle Heads',
    'deepseek-v3.2': 'MLA mit einem Indexer, der Zellen auswählt',
  },

  subject: {
    facts: (architecture, memoryClass, layers, trainedTokens) =>
      [
        architecture,
        memoryClass,
        counted(layers, 'Schicht', 'Schichten'),
        trainedTokens > 0 ? `trainiert für ${formatCount(trainedTokens)} Tokens` : undefined,
      ]
        .filter(Boolean)
        .join(' · '),
    assumed: 'angenommen',
    assumedMeaning: (release, architecture) =>
      `llama.cpp v${release} kennt die Architektur „${architecture}“ nicht. Der Plan folgt der allgemeinen Regel; eine spätere Version macht es vielleicht anders.`,
    preset: (note) => `${note}. Konfiguration: `,
  },
  settings,
  headline,
  partMeaning,
  memory,
  freeMemory: {
    reading: (at, ram, vram) =>
      `Freier Speicher um ${time(at)}: ${formatBytes(ram)}${vram === null ? '' : ` RAM, ${formatBytes(vram)} VRAM`}`,
    again: 'Erneut messen',
  },
  layerKinds,
  layers,
  layerTable,
  growth,
  cacheTypes,
  memoryClasses,
  formula,
  publishedFigures,
  whatIf,
  fleet,
}
