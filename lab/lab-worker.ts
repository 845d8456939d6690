import type { LabWork } from '../core/contract/lab/lab'
import type { LabAnswers, LabQuestion, LabTopic } from '../core/lab/lab-process'
import { experiments } from './experiments/all'
import type { LabModel } from './model/model'
import { readLabModel } from './model/read-model'
import { attentionIn, lookIn, type Recorded, record } from './recording/record'

type Report = (share: number, work: LabWork) => void

export class LabWorker {
  private read: { readonly path: string; readonly model: LabModel } | undefined
  private recorded: Recorded | undefined

  /** Throws the coded errors of files, GGUF and the Lab. */
  async answer({ topic, question }: LabQuestion, report: Report): Promise<LabAnswers[LabTopic]> {
    switch (topic) {
      case 'experiment': {
        const model = await this.model(question.modelPath)
        return experiments[question.experiment]({ model, seed: question.seed, choices: question.choices, report })
      }
      case 'record':
        this.recorded = undefined
        this.recorded = await record(await this.model(question.modelPath), question, report)
        return this.recorded.recording
      case 'attention':
        return attentionIn(this.recorded, question)
      case 'look':
        return lookIn(this.recorded, question)
    }
  }

  private async model(path: string): Promise<LabModel> {
    if (this.read?.path !== path) this.read = { path, model: await readLabModel(path) }
    return this.read.model
  }
}
