import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

export interface ChildServer {
  readonly child: ChildProcess
  readonly url: string
  /** Everything that the server printed. */
  log(): string
  readonly gone: Promise<{ readonly code: number | null; readonly signal: string | null }>
  stop(): Promise<void>
}

export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly url: string
  /** Answers with status 200 when the server is ready. */
  readonly readyPath: string
  readonly startSeconds: number
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs it until this process ends. Rejects with the last lines of its log if it does not become ready. */
export async function startServer({ command, args, cwd, environment, url, readyPath, startSeconds }: ServerCommand): Promise<ChildServer> {
  const server = follow(spawn(command, args, { cwd, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] }), url)
  let isGone = false
  void server.gone.then(() => {
    isGone = true
  })
  const deadline = Date.now() + startSeconds * 1000
  while (!(await isReady(new URL(readyPath, url)))) {
    if (isGone || Date.now() > deadline) {
      await server.stop()
      throw new Error(`${command} did not start:\n${server.log().split('\n').slice(-30).join('\n')}`)
    }
    await wait(200)
  }
  return server
}

export function follow(child: ChildProcess, url: string): ChildServer {
  running.add(child)
  let log = ''
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk) => {
      log += String(chunk)
    })
  const gone = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('error', (error) => {
      log += error.message
      resolve({ code: null, signal: null })
    })
    child.on('close', (code, signal) => resolve({ code, signal }))
  }).finally(() => running.delete(child))
  return {
    child,
    url,
    log: () => log,
    gone,
    async stop() {
      child.kill('SIGTERM')
      const kill = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await gone
      clearTimeout(kill)
    },
  }
}

async function isReady(url: URL): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
