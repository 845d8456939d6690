/**
 * A Vite plugin: leaves beside a bundle the list of the packages that went into it, as their folders (`node_modules/zod`).
 * What nobody calls is not bundled and not listed. The notices and the list of parts are made of it (./legal-files.mjs).
 */
import { writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The innermost package folder of a module's path, from the last `node_modules` of the project on. */
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
