import { join } from 'node:path'
import { resourcesAt } from '../main/paths'

export const root = join(import.meta.dirname, '../..')
export const resources = resourcesAt(root)
export const workFolder = join(root, 'bench/.work')
export const cliEntry = join(root, 'out/cli/index.mjs')
export const benchEntry = join(root, 'out/bench/index.mjs')
