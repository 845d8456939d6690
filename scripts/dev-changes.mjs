const engines = ['engine', 'fake-engine', 'lab', 'trial', 'template']

/**
 * @param {string} path from the repository's root, with `/`
 * @returns {string[]} bundles to build: modes of vite.node.config.ts, and `desktop`
 */
export function restartsFor(path) {
  if (!/\.(tsx?|json)$/.test(path) || /\.test\.tsx?$/.test(path)) return []
  const [room, part] = path.split('/')
  if (room === 'core') return ['desktop', ...engines]
  if (room === 'main' || room === 'preload') return ['desktop']
  if (room === 'lab') return ['lab']
  if (room !== 'native-models') return []
  if (part === 'process') return engines
  return engines.includes(part) ? [part] : []
}
