const engines = ['engine', 'fake-engine', 'remote-engine', 'lab', 'trial', 'bandwidth', 'template', 'documents']

/** Returns the bundles to build: `desktop` or modes of vite.node.config.ts. `path` is relative to the repository, with `/`. */
export function restartsFor(path) {
  if (!/\.(tsx?|json)$/.test(path) || /\.test\.tsx?$/.test(path)) return []
  const [room, part] = path.split('/')
  if (room === 'core') return ['desktop', ...engines]
  if (room === 'main') return ['desktop', 'remote-engine']
  if (room === 'preload') return ['desktop']
  if (room === 'lab') return ['lab']
  if (room !== 'native-models') return []
  if (part === 'process') return engines
  return engines.includes(part) ? [part] : []
}
