import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const loop = `process.stdin.once('data', () => { for (;;); }); process.stdout.write('ready')`

export class BusyCore {
  private constructor(private readonly child: ChildProcess) {}

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
