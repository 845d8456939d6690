import { formatBytes, formatCount, formatMs } from '../../../text/amounts'
import type { EventWriters } from '../../types/facts'
import { counted, tokens } from '../../words/en'
import { backends } from '../models/backends'
import { engineEndText } from '../reasons/process-ends'
import { templateProblemText } from '../reasons/template-problem'

const ends = { done: 'finished', paused: 'was paused', cancelled: 'was canceled' } as const

export const events = {
  'engine-starting': () => 'The engine is starting.',
  'engine-started': ({ release, backend, devices, cores }) =>
    `llama.cpp ${release} is running on ${backend}${devices.length > 0 ? ` (${devices.join(', ')})` : ''}, ${counted(cores, 'core', 'cores')}.`,
  'engine-stopped': () => 'The engine was closed and its memory was freed.',
  'backend-tried': ({ trial }) => {
    const name = backends.names[trial.backend]
    return trial.outcome === 'works'
      ? `${name} works: ${backends.devices(trial)}.`
      : `${name} cannot be used. ${backends.failure(trial).what}`
  },

  'model-loaded': ({ fileName, loadMs, weightBytes, gpuLayers, fallback }) => {
    const onGpu = gpuLayers > 0 ? `, ${counted(gpuLayers, 'layer', 'layers')} on a GPU` : ''
    const loaded = `${fileName} was loaded in ${formatMs(loadMs)}: ${formatBytes(weightBytes)} of weights${onGpu}.`
    if (!fallback) return loaded
    const { template, problem } = fallback
    return problem
      ? `${loaded} Its chat template cannot be used. ${templateProblemText(problem)} Headroom uses “${template}” instead.`
      : `${loaded} It has no working chat template. Headroom uses “${template}” instead.`
  },
  'draft-loaded': ({ fileName, loadMs, bytes }) =>
    `${fileName} was loaded as the draft model in ${formatMs(loadMs)}: ${formatBytes(bytes)} with its context.`,

  'context-created': ({ contextTokens, sequences, keyType, valueType, batchTokens, ...context }) => {
    const settings = [
      `K ${keyType}`,
      `V ${valueType}`,
      `batch ${formatCount(batchTokens)}`,
      context.flashAttention ? 'flash attention' : 'no flash attention',
      ...(context.swaFullCache ? ['full sliding-window cache'] : []),
      `${counted(context.threads, 'thread', 'threads')} on ${counted(context.cores, 'core', 'cores')}`,
    ]
    return `Context of ${tokens(contextTokens)} for ${counted(sequences, 'sequence', 'sequences')}: ${settings.join(', ')}. Its caches take ${formatBytes(context.cacheBytes)}.`
  },
  evicted: (facts) => `The context was full: ${tokens(facts.tokens)} of the conversation ${facts.tokens === 1 ? 'was' : 'were'} dropped.`,
  checkpoint: ({ allBytes }) => `A checkpoint was taken. All checkpoints together take ${formatBytes(allBytes)}.`,
  'speculation-off': ({ acceptedPercent }) =>
    `Speculation slowed this answer down and is off until the next one. ${formatCount(acceptedPercent)}% of the drafted tokens were accepted.`,
  'threads-lowered': ({ threads }) =>
    `The number of threads was lowered to ${formatCount(threads)} because other programs are using the processor.`,
  'threads-raised': ({ threads }) =>
    `The number of threads was raised to ${formatCount(threads)} because other programs are using less of the processor.`,

  'session-saved': (session) => `The cache of a conversation was saved: ${amounts(session)}.`,
  'session-restored': (session) => `The cache of a conversation was restored from disk: ${amounts(session)}.`,
  'sessions-removed': () => 'All saved caches were removed.',
  'session-evicted': ({ reason, tokens: count, bytes, onlyTokens, budgetBytes }) => {
    const why = {
      replaced: 'a newer cache of the same conversation replaced it',
      'held-elsewhere': 'another saved cache has all of its tokens',
      'least-worth': `it saves the least time for its size and use; no other saved cache has ${formatCount(onlyTokens)} of its tokens`,
    }
    return `A saved cache (${tokens(count)}, ${formatBytes(bytes)}) was removed to stay within ${formatBytes(budgetBytes)}: ${why[reason]}.`
  },

  'compare-started': ({ modelName, cells }) =>
    `A benchmark of ${modelName} with ${counted(cells, 'measurement', 'measurements')} was started.`,
  'tune-started': ({ modelName }) => `A search for fast settings for ${modelName} was started.`,
  'compare-resumed': ({ modelName }) => `The benchmark of ${modelName} was resumed.`,
  'compare-engine-gone': ({ reason }) => `The engine of the benchmark stopped. ${engineEndText(reason)}`,
  'compare-cells-failed': ({ cells, failure }, describe) =>
    `${counted(cells, 'measurement', 'measurements')} of the benchmark failed. ${describe(failure)}`,
  'compare-ended': ({ end, modelName, tookMs, done, failed }) =>
    `The benchmark of ${modelName} ${ends[end]} after ${formatMs(tookMs)}: ${counted(done, 'measurement', 'measurements')} done, ${formatCount(failed)} failed.`,

  'search-rebuilt': () => 'The search index was damaged and has been rebuilt. No message is lost.',

  'window-error': ({ name, message, location }) => `${name}: ${message}${location === '' ? '' : ` (${location})`}`,
  'window-reads-nothing': () => 'Headroom closed the connection to a window that had stopped reading its messages. Reload that window.',

  'update-none': () => 'Headroom is up to date.',
  'update-found': ({ version, sizeBytes }) =>
    `Version ${version} of Headroom is available${sizeBytes === null ? '' : ` (${formatBytes(sizeBytes)})`}.`,
  'update-fetched': ({ version }) => `Version ${version} was downloaded, and its checksum matches the signed one.`,
  'update-installed': ({ version, replaced }) => `Version ${version} replaces version ${replaced}.`,
} satisfies EventWriters

/** For example `3,002 tokens, 2 checkpoints, 48.1 MiB, 96.0 ms`. */
function amounts(session: { readonly tokens: number; readonly checkpoints: number; readonly bytes: number; readonly ms: number }): string {
  const checkpoints = session.checkpoints > 0 ? [counted(session.checkpoints, 'checkpoint', 'checkpoints')] : []
  return [tokens(session.tokens), ...checkpoints, formatBytes(session.bytes), formatMs(session.ms)].join(', ')
}
