/**
 * A Vite plugin that lists the package folders in a bundle (`node_modules/zod`) next to it, without unused packages. ./legal-files.mjs
 * makes the notices and the list of parts from it.
 */
import { writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The innermost folder, from the project's last `node_modules` on. */
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
