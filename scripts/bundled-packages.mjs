/**
 * A Vite plugin that writes the package folders in a bundle (`node_modules/zod`) to a list next to it. Unused packages are not bundled and
 * not listed. ./legal-files.mjs makes the notices and the list of parts from it.
 */
import { writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The innermost package folder in a module's path, from the project's last `node_modules` on. */
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
