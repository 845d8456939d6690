/** What a chat template makes of messages: the text that the model would read. It runs in a process of its own, with a limit on time and memory. */
import { fork } from 'node:child_process'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import type { TemplateTask, TemplateWord } from '../../../core/templates/template-process'
import { childEnvironment } from '../../supervisor/child-environment'
import { LastWords } from '../../supervisor/engine-process'
import { exitWords } from '../../supervisor/exit-words'

/** Real ones take some ms. */
const longestMs = 2000
/** Of a process on a busy machine. */
const longestStartMs = 30_000
const mostMebibytes = 256

/** `killed`: the process had to be ended, or ended over it, while the template ran. */
type Rendered = { readonly text: string } | { readonly reason: string; readonly killed: boolean }

/** `entry`: the bundle of the process. The same in both hosts: in Electron, Node's fork starts Electron as Node. */
export class TemplateRunner {
  private readonly hazards = new Map<string, Promise<string | null>>()
  constructor(private readonly entry: string) {}

  /** Throws `template-failed`: it cannot be read, fails, or takes too much time or memory. */
  async render(template: string, messages: readonly PromptMessage[]): Promise<string> {
    const rendered = await this.run({ template, messages })
    if ('text' in rendered) return rendered.text
    throw coded('template-failed', { reason: rendered.reason })
  }

  /** Why a template must not be run beside anything else; null for all that end by themselves, also those that fail. Asked once per template. */
  hazard(template: string): Promise<string | null> {
    const known = this.hazards.get(template)
    if (known) return known
    const asked = this.run({ template, messages: [{ role: 'user', text: 'Hello' }] }).then((rendered) =>
      'text' in rendered || !rendered.killed ? null : rendered.reason,
    )
    this.hazards.set(template, asked)
    return asked
  }

  private run(task: TemplateTask): Promise<Rendered> {
    return new Promise((resolve) => {
      const child = fork(this.entry, [], {
        env: childEnvironment(),
        execArgv: [`--max-old-space-size=${mostMebibytes}`],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      })
      const words = new LastWords()
      let runs = false
      child.stderr?.on('data', (chunk) => words.add(chunk))
      let timer: NodeJS.Timeout
      const end = (rendered: Rendered) => {
        clearTimeout(timer)
        child.kill('SIGKILL')
        resolve(rendered)
      }
      const endAfter = (limitMs: number) => {
        timer = setTimeout(() => end({ reason: `it did not end within ${limitMs / 1000} s`, killed: runs }), limitMs)
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
      child.once('exit', (code, signal) => end({ reason: endedWords({ code, signal }, `${words}`), killed: runs }))
      child.once('error', (error) => end({ reason: error.message, killed: false }))
    })
  }
}

const endedWords = (exit: { code: number | null; signal: string | null }, lastWords: string): string =>
  /heap out of memory|Fatal JavaScript/i.test(lastWords) ? `it took more than ${mostMebibytes} MiB of memory` : exitWords(exit, lastWords)
