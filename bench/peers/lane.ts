import type { RecordedExchange, Recording } from '../../main/remote/testing/recordings/recording'
import { say } from '../say'
import { saveRecording, saveText } from './recording/save-recording'

export type RecordedServer = Recording['server']

const today = () => new Date().toISOString().slice(0, 10)

/** Saves what an engine did, and compares what it reported with what the lane knows. */
export class Lane {
  readonly missing: string[] = []
  readonly wrong: string[] = []
  equal = 0

  constructor(private readonly folder: string) {}

  save(
    name: string,
    server: RecordedServer,
    known: Readonly<Record<string, unknown>>,
    exchanges: readonly RecordedExchange[],
    secrets: readonly string[] = [],
  ): void {
    saveRecording(this.folder, name, { server, recordedOn: today(), known: { ...known }, exchanges: [...exchanges] }, secrets)
    say(`  ${name}: ${exchanges.map(({ request, answer }) => `${request.path} ${answer.status}`).join(', ')}`)
  }

  /** For facts that are not exchanges. */
  saveFacts(name: string, server: RecordedServer, facts: Readonly<Record<string, unknown>>): void {
    saveText(this.folder, name, `${JSON.stringify({ server, recordedOn: today(), ...facts }, null, 2)}\n`, [])
    say(`  ${name}`)
  }

  /** llama.cpp prints each of the `parts` with two decimals. */
  compareMiB(what: string, knownBytes: number, reportedMiB: number, parts: number): void {
    const knownMiB = knownBytes / 2 ** 20
    const isRight = Math.abs(knownMiB - reportedMiB) <= 0.005 * parts
    this.note(isRight, `${what}: planned ${knownMiB.toFixed(3)} MiB, allocated ${reportedMiB.toFixed(2)} MiB`)
  }

  /** Adds a line, and a failure if the two differ. */
  compare(what: string, known: unknown, reported: unknown): void {
    const isRight = JSON.stringify(known) === JSON.stringify(reported)
    this.note(isRight, `${what}: known ${JSON.stringify(known)}, reported ${JSON.stringify(reported)}`)
  }

  private note(isRight: boolean, line: string): void {
    say(`  ${isRight ? 'equal' : 'DIFFERENT'}: ${line}`)
    if (isRight) this.equal += 1
    else this.wrong.push(line)
  }

  fail(line: string): void {
    this.note(false, line)
  }

  cannot(engine: string, reason: string): void {
    say(`${engine}: not run. ${reason}`)
    this.missing.push(`${engine}: ${reason}`)
  }
}
