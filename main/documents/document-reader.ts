import { fork } from 'node:child_process'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { documentBytes } from '../../core/contract/chat/document-limits'
import { coded } from '../../core/contract/errors/coded-error'
import type { DocumentProblem } from '../../core/contract/errors/document-reasons'
import type { DocumentTask, DocumentWord, ReadDocument } from '../../core/documents/document-process'
import { SerialQueue } from '../../core/streams/serial-queue'
import { childEnvironment } from '../supervisor/child-environment'
import { type EngineExit, LastOutput } from '../supervisor/engine-process'
import { processEndOf } from '../supervisor/process-end'

const longestMs = 60_000
const mostMebibytes = 1024

export type SizedDocument = ReadDocument & { readonly sizeBytes: number }
type Outcome = { readonly document: SizedDocument } | { readonly reason: DocumentProblem }

/** Reads one document at a time, each in its own process. In Electron, Node's fork starts Electron as Node. */
export class DocumentReader {
  private readonly queue = new SerialQueue()

  constructor(
    private readonly entry: string,
    private readonly limitMs = longestMs,
  ) {}

  /** Throws `document-refused`, and the errors of `bytes`. */
  async read(name: string, bytes: Readable): Promise<SizedDocument> {
    const outcome = await this.queue.run(() => this.inProcess(name, bytes))
    if ('document' in outcome) return outcome.document
    throw coded('document-refused', { name, reason: outcome.reason })
  }

  private inProcess(name: string, bytes: Readable): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const child = fork(this.entry, [], {
        env: childEnvironment(),
        execArgv: [`--max-old-space-size=${mostMebibytes}`],
        stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
      })
      const output = new LastOutput()
      let sizeBytes = 0
      let brokenOff: unknown
      let timer: NodeJS.Timeout | undefined
      const end = (outcome: Outcome) => {
        clearTimeout(timer)
        child.kill('SIGKILL')
        resolve(outcome)
      }
      child.stderr?.on('data', (chunk) => output.add(chunk))
      child.on('message', (word: DocumentWord) => {
        if (word.type === 'document') end({ document: { ...word.document, sizeBytes } })
        else if (word.type === 'failed') end(word)
        else timer = setTimeout(() => end({ reason: { kind: 'timeout', seconds: this.limitMs / 1000 } }), this.limitMs)
      })
      child.once('exit', (code, signal) => {
        if (brokenOff !== undefined && signal === 'SIGKILL') reject(brokenOff)
        else end({ reason: reasonOf({ code, signal }, `${output}`) })
      })
      // A process that cannot start reports two errors: the second is that it did not get its task.
      child.on('error', (error) => end({ reason: { kind: 'process-ended', end: { kind: 'error', quoted: error.message } } }))
      child.send({ name, mostBytes: mostMebibytes * 2 ** 20 } satisfies DocumentTask)
      const counted = atMost(documentBytes, name, (total) => {
        sizeBytes = total
      })
      pipeline(bytes, counted, child.stdin as NodeJS.WritableStream).catch((error: unknown) => {
        brokenOff = error
        child.kill('SIGKILL')
      })
    })
  }
}

/** Apart from this file, only the process’s own watch and the system kill it, when it uses too much memory. */
const reasonOf = (exit: EngineExit, lastOutput: string): DocumentProblem =>
  exit.signal === 'SIGKILL' || /heap out of memory|Fatal JavaScript/i.test(lastOutput)
    ? { kind: 'memory', mebibytes: mostMebibytes }
    : { kind: 'process-ended', end: processEndOf(exit, lastOutput) }

function atMost(limitBytes: number, name: string, onBytes: (total: number) => void): Transform {
  let received = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      onBytes(received)
      if (received > limitBytes) done(coded('document-refused', { name, reason: { kind: 'too-large', limitBytes } }))
      else done(null, chunk)
    },
  })
}
