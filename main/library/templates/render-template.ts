import { fork } from 'node:child_process'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../../core/contract/errors/errors'
import { SerialQueue } from '../../../core/streams/serial-queue'
import type { TemplateTask, TemplateWord } from '../../../core/templates/template-process'
import { childEnvironment } from '../../supervisor/child-environment'
import { type EngineExit, LastOutput } from '../../supervisor/engine-process'
import { processEndOf } from '../../supervisor/process-end'

const longestMs = 2000
const longestStartMs = 30_000
const mostMebibytes = 256
const mostAtOnce = 2

type Reason = ErrorFacts<'template-failed'>['reason']
/** `killed`: the template ended the process, or Headroom had to end it. */
type Rendered = { readonly text: string } | { readonly reason: Reason; readonly killed: boolean }

/** In Electron, Node's fork starts Electron as Node. */
export class TemplateRunner {
  private readonly hazards = new Map<string, Promise<Reason | null>>()
  private readonly lanes = Array.from({ length: mostAtOnce }, () => new SerialQueue())
  private tasks = 0
  constructor(private readonly entry: string) {}

  /** Throws `template-failed`, even if the template only takes too much time or memory. */
  async render(template: string, messages: readonly PromptMessage[]): Promise<string> {
    const rendered = await this.run({ template, messages })
    if ('text' in rendered) return rendered.text
    throw coded('template-failed', { reason: rendered.reason })
  }

  /** Returns null if the template neither hangs nor ends the process. */
  hazard(template: string): Promise<Reason | null> {
    const known = this.hazards.get(template)
    if (known) return known
    const asked = this.run({ template, messages: [{ role: 'user', text: 'Hello' }] }).then((rendered) =>
      'text' in rendered || !rendered.killed ? null : rendered.reason,
    )
    this.hazards.set(template, asked)
    return asked
  }

  private run(task: TemplateTask): Promise<Rendered> {
    const lane = this.lanes[this.tasks++ % mostAtOnce] as SerialQueue
    return lane.run(() => this.inProcess(task))
  }

  private inProcess(task: TemplateTask): Promise<Rendered> {
    return new Promise((resolve) => {
      const child = fork(this.entry, [], {
        env: childEnvironment(),
        execArgv: [`--max-old-space-size=${mostMebibytes}`],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      })
      const output = new LastOutput()
      let runs = false
      child.stderr?.on('data', (chunk) => output.add(chunk))
      let timer: NodeJS.Timeout
      const end = (rendered: Rendered) => {
        clearTimeout(timer)
        child.kill('SIGKILL')
        resolve(rendered)
      }
      const endAfter = (limitMs: number) => {
        timer = setTimeout(() => end({ reason: { kind: 'timeout', seconds: limitMs / 1000 }, killed: runs }), limitMs)
      }
      endAfter(longestStartMs)
      child.on('message', (word: TemplateWord) => {
        if (word.type === 'text') return end({ text: word.text })
        if (word.type === 'failed') return end({ reason: word.reason, killed: false })
        clearTimeout(timer)
        runs = true
        endAfter(longestMs)
        child.send(task)
      })
      child.once('exit', (code, signal) => end({ reason: reasonOf({ code, signal }, `${output}`), killed: runs }))
      child.once('error', (error) =>
        end({ reason: { kind: 'process-ended', end: { kind: 'error', quoted: error.message } }, killed: false }),
      )
    })
  }
}

const reasonOf = (exit: EngineExit, lastOutput: string): Reason =>
  /heap out of memory|Fatal JavaScript/i.test(lastOutput)
    ? { kind: 'memory', mebibytes: mostMebibytes }
    : { kind: 'process-ended', end: processEndOf(exit, lastOutput) }
