export const fullLanes = ['lint', 'types', 'unit', 'components', 'model', 'web', 'electron', 'package', 'windows']
/** These lanes take ten minutes on two cores. */
const shortLanes = fullLanes.filter((name) => name !== 'package' && name !== 'windows')
/** In a short run, stories without a tag run only in the browser, and `full` stories are skipped, because they are long. */
export const storyTags = { desktop: '@desktop', both: '@both', full: '@full' }
export const notInShortRun = [
  'unit and model: files with `.long.` in their name were skipped, because they take minutes (npm test -- full)',
  'web and electron: most stories ran on one host only, and the longest ones were skipped (npm test -- full runs every story on both hosts)',
  'package: not run, it takes two minutes (npm test -- full)',
  'windows: not run, it takes ten minutes and 3 GiB of disk (npm test -- full)',
]
const selective = ['unit', 'components', 'model', 'web', 'electron']
const lanes = [...fullLanes, 'screenshots']

/**
 * `filter` contains paths and options for each lane's runner. With `isShort`, each story runs on the hosts of its tag. With `since`, only
 * tests of changes since that commit run.
 */
export function testPlan(words) {
  const [first, ...others] = words
  if (first === undefined) return { lanes: shortLanes, filter: [], isShort: true }
  if (first === 'full') return others.length > 0 ? { problem: '`full` takes no other arguments' } : { lanes: fullLanes, filter: [] }
  if (first === 'changed') {
    if (others.length > 1) return { problem: '`changed` takes at most one commit or branch' }
    return { lanes: ['lint', 'types', ...selective], filter: [], since: others[0] ?? 'HEAD' }
  }
  const end = words.findIndex((word) => !lanes.includes(word))
  const named = end === -1 ? [...words] : words.slice(0, end)
  const filter = end === -1 ? [] : words.slice(end)
  if (named.length === 0) return { problem: `There is no lane "${first}". Lanes: ${lanes.join(', ')}; or \`full\`, or \`changed\`` }
  const whole = named.filter((name) => !selective.includes(name))
  if (filter.length > 0 && whole.length > 0)
    return {
      problem: `Only ${selective.join(', ')} take a path or an option. \`${whole[0]}\` always runs as a whole, so it does not take "${filter[0]}"`,
    }
  return { lanes: named, filter }
}

const inRoom = /^(core|lab|native-models|main|preload|renderer|e2e|bench|scripts)\//

/** Paths are relative to the repository, with `/`. */
export function lanesOfChange(files) {
  const lint = files.filter((file) => /\.(tsx?|[cm]?js|jsonc?|css|html)$/.test(file))
  const typed = files.filter((file) => /\.tsx?$/.test(file) || /(^|\/)(tsconfig[^/]*|package-lock)\.json$/.test(file))
  const source = files.filter((file) => inRoom.test(file) && /\.(tsx?|mjs|json|css)$/.test(file))
  const shown = source.filter((file) => /^(core|renderer)\//.test(file))
  const stories = files.filter((file) => /^e2e\/[^/]+\.spec\.ts$/.test(file))
  const readers = [
    ...(source.some((file) => !file.startsWith('scripts/')) ? ['core/architecture.test.ts'] : []),
    ...(files.some((file) => !inRoom.test(file)) ? scriptTests : []),
  ]
  const wanted = {
    lint,
    types: typed,
    unit: [...new Set([...source, ...readers])],
    components: shown,
    model: source,
    web: stories,
    electron: stories,
  }
  return Object.fromEntries(Object.entries(wanted).filter(([, list]) => list.length > 0))
}

const scriptTests = [
  'after-pack',
  'docs',
  'electron-builder',
  'icon-files',
  'legal-files',
  'libsql-parts',
  'publisher',
  'variants',
  'workflows',
].map((name) => `scripts/${name}.test.ts`)

/** Returns undefined if `since` does not exist. */
export function changedFiles(since, git) {
  const base = git(['merge-base', 'HEAD', since])
  if (base === undefined) return undefined
  const paths = [
    git(['diff', '--name-only', '--diff-filter=d', '-z', base]) ?? '',
    git(['ls-files', '--others', '--exclude-standard', '-z']) ?? '',
  ]
  return [...new Set(paths.flatMap((list) => list.split('\0').filter(Boolean)))].sort()
}
