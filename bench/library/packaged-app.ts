import type { ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { root } from '../paths'

interface Scripts {
  readonly packagedProgram: () => string
  readonly start: (program: string, home: string) => Promise<StartedApp>
}

export interface StartedApp {
  readonly child: ChildProcess
  readonly page: Page
  readonly close: () => Promise<void>
}

export interface PackagedApp {
  readonly folder: string
  readonly start: (home: string) => Promise<StartedApp>
}

export async function packagedApp(): Promise<PackagedApp | { readonly missing: string }> {
  const scripts = (await import(pathToFileURL(join(root, 'scripts/packaged-app.mjs')).href)) as Scripts
  try {
    const program = scripts.packagedProgram()
    const folder = process.platform === 'darwin' ? join(dirname(program), '../..') : dirname(program)
    return { folder, start: (home) => scripts.start(program, home) }
  } catch {
    return { missing: 'no packaged app: make one with `npm run package -- --dir`' }
  }
}
