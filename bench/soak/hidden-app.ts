/** Does not use Playwright, which tells pages that they are visible, so a hidden window would keep drawing. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, workFolder } from '../paths'

export interface HiddenApp {
  readonly hostPid: number
  close(): Promise<void>
}

export async function openHidden(executablePath: string, env: Readonly<Record<string, string>>): Promise<HiddenApp> {
  const profile = mkdtempSync(join(workFolder, 'profile-'))
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const hiding = join(root, 'bench/soak/hide-window.cjs')
  const args = ['-r', hiding, ...sandbox, '--disable-gpu', `--user-data-dir=${profile}`, root]
  const app = spawn(executablePath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
  const gone = once(app, 'exit')
  const close = async () => {
    app.kill()
    await gone
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  for await (const chunk of app.stdout) if (String(chunk).includes('hidden')) return { hostPid: app.pid as number, close }
  await close()
  throw new Error('The app ended before its window was hidden')
}
