import { CodedError, coded } from '../../core/contract/errors/coded-error'
import type { ProcessEnd } from '../../core/contract/errors/process-end'
import type { LabWork } from '../../core/contract/lab/lab'
import type { LabAnswers, LabMessage, LabQuestions, LabTopic } from '../../core/lab/lab-process'

export interface LabChild {
  send(question: unknown): void
  onMessage(listener: (message: LabMessage) => void): void
  onExit(listener: (end: ProcessEnd) => void): void
  kill(): void
}
export type StartLab = () => LabChild

interface Asked {
  readonly resolve: (answer: never) => void
  readonly reject: (reason: unknown) => void
  readonly onProgress: (share: number, work: LabWork) => void
}

export class LabProcess {
  private readonly child: LabChild
  private readonly asked = new Map<number, Asked>()
  private lastId = 0
  private endReason: unknown
  private endListeners: ((reason: unknown) => void)[] = []
  private readonly ready: Promise<void>

  constructor(startLab: StartLab) {
    const child = startLab()
    this.child = child
    this.ready = new Promise((resolve) => {
      child.onMessage((message) => {
        if (message.type === 'ready') resolve()
        else this.heard(message)
      })
    })
    child.onExit((reason) => this.ended(coded('lab-ended', { reason })))
  }

  /** Rejects with the failure that the process reports, with `lab-ended` if it dies, or with the reason passed to `end`. */
  ask<Topic extends LabTopic>(
    topic: Topic,
    question: LabQuestions[Topic],
    onProgress: Asked['onProgress'] = () => {},
  ): Promise<LabAnswers[Topic]> {
    return new Promise((resolve, reject) => {
      if (this.endReason !== undefined) return reject(this.endReason)
      const id = ++this.lastId
      this.asked.set(id, { resolve, reject, onProgress })
      void this.ready.then(() => this.endReason === undefined && this.child.send({ id, topic, question }))
    })
  }

  end(reason: unknown): void {
    this.ended(reason)
    this.child.kill()
  }

  onEnd(listener: (reason: unknown) => void): void {
    if (this.endReason !== undefined) listener(this.endReason)
    else this.endListeners.push(listener)
  }

  private heard(message: Exclude<LabMessage, { type: 'ready' }>): void {
    const asked = this.asked.get(message.id)
    if (message.type === 'progress') return asked?.onProgress(message.share, message.work)
    this.asked.delete(message.id)
    if (message.type === 'answer') asked?.resolve(message.answer as never)
    else asked?.reject(new CodedError(message.failure))
  }

  private ended(reason: unknown): void {
    if (this.endReason !== undefined) return
    this.endReason = reason
    for (const { reject } of this.asked.values()) reject(reason)
    this.asked.clear()
    for (const listener of this.endListeners) listener(reason)
    this.endListeners = []
  }
}
