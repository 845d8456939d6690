import { formatBytes, formatCount, formatMs } from '../../../text/amounts'
import type { events as english } from '../../en/app/events'
import { counted, tokens } from '../../words/de'
import { backends } from '../models/backends'
import { engineEndText } from '../reasons/process-ends'
import { templateProblemText } from '../reasons/template-problem'

const ends = { done: 'beendet', paused: 'angehalten', cancelled: 'abgebrochen' } as const

export const events: typeof english = {
  'engine-starting': () => 'Die Engine startet.',
  'engine-started': ({ release, backend, devices, cores }) =>
    `llama.cpp ${release} läuft auf ${backend}${devices.length > 0 ? ` (${devices.join(', ')})` : ''}, ${counted(cores, 'Kern', 'Kerne')}.`,
  'engine-stopped': () => 'Die Engine wurde geschlossen und ihr Speicher freigegeben.',
  'backend-tried': ({ trial }) => {
    const name = backends.names[trial.backend]
    return trial.outcome === 'works'
      ? `${name} funktioniert: ${backends.devices(trial)}.`
      : `${name} kann nicht verwendet werden. ${backends.failure(trial).what}`
  },

  'model-loaded': ({ fileName, loadMs, weightBytes, gpuLayers, fallback }) => {
    const onGpu = gpuLayers > 0 ? `, ${counted(gpuLayers, 'Schicht', 'Schichten')} auf einer GPU` : ''
    const loaded = `${fileName} wurde in ${formatMs(loadMs)} geladen: ${formatBytes(weightBytes)} Gewichte${onGpu}.`
    if (!fallback) return loaded
    const { template, problem } = fallback
    return problem
      ? `${loaded} Das Chat-Template kann nicht verwendet werden. ${templateProblemText(problem)} Headroom verwendet stattdessen „${template}“.`
      : `${loaded} Das Modell hat kein funktionierendes Chat-Template. Headroom verwendet stattdessen „${template}“.`
  },
  'draft-loaded': ({ fileName, loadMs, bytes }) =>
    `${fileName} wurde in ${formatMs(loadMs)} als Entwurfsmodell geladen: ${formatBytes(bytes)} mit seinem Kontext.`,

  'context-created': ({ contextTokens, sequences, keyType, valueType, batchTokens, ...context }) => {
    const settings = [
      `K ${keyType}`,
      `V ${valueType}`,
      `Batch ${formatCount(batchTokens)}`,
      context.flashAttention ? 'mit Flash Attention' : 'ohne Flash Attention',
      ...(context.swaFullCache ? ['voller Sliding-Window-Cache'] : []),
      `${counted(context.threads, 'Thread', 'Threads')} auf ${counted(context.cores, 'Kern', 'Kernen')}`,
    ]
    return `Kontext mit ${tokens(contextTokens)} für ${counted(sequences, 'Sequenz', 'Sequenzen')}: ${settings.join(', ')}. Seine Caches belegen ${formatBytes(context.cacheBytes)}.`
  },
  evicted: (facts) => `Der Kontext war voll: ${tokens(facts.tokens)} der Unterhaltung wurden daraus verdrängt.`,
  checkpoint: ({ allBytes }) => `Ein Prüfpunkt wurde gesichert. Alle Prüfpunkte zusammen belegen ${formatBytes(allBytes)}.`,
  'speculation-off': ({ acceptedPercent }) =>
    `Spekulation hat diese Antwort verlangsamt und ist bis zur nächsten aus. ${formatCount(acceptedPercent)} % der entworfenen Tokens wurden angenommen.`,
  'threads-lowered': ({ threads }) => `Auf ${counted(threads, 'Thread', 'Threads')} verringert: Andere Programme brauchen den Prozessor.`,
  'threads-raised': ({ threads }) =>
    `Auf ${counted(threads, 'Thread', 'Threads')} erhöht: Andere Programme brauchen den Prozessor weniger.`,

  'session-saved': (session) => `Der Cache einer Unterhaltung wurde gesichert: ${amounts(session)}.`,
  'session-restored': (session) => `Der Cache einer Unterhaltung wurde vom Datenträger geladen: ${amounts(session)}.`,
  'sessions-removed': () => 'Alle gesicherten Caches wurden entfernt.',
  'session-evicted': ({ reason, tokens: count, bytes, onlyTokens, budgetBytes }) => {
    const why = {
      replaced: 'Ein neuerer Cache derselben Unterhaltung hat ihn ersetzt',
      'held-elsewhere': 'Ein anderer gesicherter Cache hat alle seine Tokens',
      'least-worth': `Er spart für seine Größe und Nutzung am wenigsten Zeit; kein anderer gesicherter Cache hat ${formatCount(onlyTokens)} seiner Tokens`,
    }
    return `Ein gesicherter Cache (${tokens(count)}, ${formatBytes(bytes)}) wurde entfernt, um ${formatBytes(budgetBytes)} nicht zu überschreiten: ${why[reason]}.`
  },

  'compare-started': ({ modelName, cells }) =>
    `Ein Benchmark von ${modelName} mit ${counted(cells, 'Messung', 'Messungen')} wurde gestartet.`,
  'tune-started': ({ modelName }) => `Eine Suche nach schnellen Einstellungen für ${modelName} wurde gestartet.`,
  'compare-resumed': ({ modelName }) => `Der Benchmark von ${modelName} wurde fortgesetzt.`,
  'compare-engine-gone': ({ reason }) => `Die Engine des Benchmarks wurde beendet. ${engineEndText(reason)}`,
  'compare-cells-failed': ({ cells, failure }, describe) =>
    `${counted(cells, 'Messung des Benchmarks ist', 'Messungen des Benchmarks sind')} fehlgeschlagen. ${describe(failure)}`,
  'compare-ended': ({ end, modelName, tookMs, done, failed }) =>
    `Der Benchmark von ${modelName} wurde nach ${formatMs(tookMs)} ${ends[end]}: ${counted(done, 'Messung', 'Messungen')} fertig, ${formatCount(failed)} fehlgeschlagen.`,

  'search-rebuilt': () => 'Der Suchindex war beschädigt und wurde neu aufgebaut. Keine Nachricht ist verloren.',

  'window-error': ({ name, message, location }) => `${name}: ${message}${location === '' ? '' : ` (${location})`}`,
  'window-reads-nothing': () =>
    'Headroom hat die Verbindung eines Fensters geschlossen, das nichts mehr gelesen hat. Laden Sie dieses Fenster neu.',

  'update-none': () => 'Headroom ist auf dem neuesten Stand.',
  'update-found': ({ version, sizeBytes }) =>
    `Version ${version} von Headroom ist verfügbar${sizeBytes === null ? '' : ` (${formatBytes(sizeBytes)})`}.`,
  'update-fetched': ({ version }) => `Version ${version} wurde heruntergeladen, und die Prüfsumme stimmt mit der signierten überein.`,
  'update-installed': ({ version, replaced }) => `Version ${version} ersetzt Version ${replaced}.`,
}

/** For example `3.002 Tokens, 2 Prüfpunkte, 48,1 MiB, 96,0 ms`. */
function amounts(session: { readonly tokens: number; readonly checkpoints: number; readonly bytes: number; readonly ms: number }): string {
  const checkpoints = session.checkpoints > 0 ? [counted(session.checkpoints, 'Prüfpunkt', 'Prüfpunkte')] : []
  return [tokens(session.tokens), ...checkpoints, formatBytes(session.bytes), formatMs(session.ms)].join(', ')
}
