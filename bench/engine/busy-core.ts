/** Another program that keeps one core busy: a loop in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Waits for a word, then never again gives the core back. */
const loop = `process.stdin.once('data', () => { for (;;); }); process.stdout.write('ready')`

export class BusyCore {
  private constructor(private readonly child: ChildProcess) {}

  /** A process that waits; `begin` costs next to nothing then. */
  static async waiting(): Promise<BusyCore> {
    const child = spawn(process.execPath, ['-e', loop], { stdio: ['pipe', 'pipe', 'inherit'] })
    if (child.stdout) await once(child.stdout, 'data')
    return new BusyCore(child)
  }

  begin(): void {
    this.child.stdin?.write('go')
  }
  end(): void {
    this.child.kill('SIGKILL')
  }
}
