/** A Vite plugin that lists a bundle's package folders for ./legal-files.mjs. */
import { writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'

export function packageFolder(module) {
  const path = module.replace(/^\0/, '').split(sep).join('/')
  return /^.*?\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
}

export const bundledPackages = () => ({
  name: 'bundled-packages',
  apply: 'build',
  writeBundle(options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
    const folders = [...new Set(modules.map(packageFolder).filter(Boolean))].sort()
    writeFileSync(join(options.dir, 'packages.json'), `${JSON.stringify(folders, null, 1)}\n`)
  },
})
