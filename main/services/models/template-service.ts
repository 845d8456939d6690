import type { PromptMessage } from '../../../core/contract/chat/turn'
import type { ChatTemplateReport } from '../../../core/contract/models/library'
import { textOf } from '../../../core/gguf/header'
import { readModelHeader } from '../../library/header/read-model-header'
import type { ModelLibrary } from '../../library/scan/model-library'
import type { TemplateRunner } from '../../library/templates/render-template'
import type { ChatTemplates } from '../../store/chat-templates'
import type { AppStateHolder } from '../common/app-state'

const sample: readonly PromptMessage[] = [{ role: 'user', text: 'Hello' }]

export class TemplateService {
  constructor(
    private readonly library: ModelLibrary,
    private readonly templates: ChatTemplates,
    private readonly state: AppStateHolder,
    private readonly runner: TemplateRunner,
  ) {}

  /** Throws `model-not-found`, and file and GGUF errors. */
  async read(modelId: string): Promise<ChatTemplateReport> {
    const file = await this.library.get(modelId)
    const { header } = await readModelHeader(file.path)
    const own = textOf(header, 'tokenizer.chat_template') ?? ''
    return { own: own.trim() === '' ? null : own, override: this.templates.read(modelId) }
  }

  /** Throws `template-failed`. */
  async test(template: string, messages: readonly PromptMessage[]): Promise<{ text: string }> {
    return { text: await this.runner.render(template, messages) }
  }

  /** null removes the override. Throws `model-not-found`, and `template-failed` if the template cannot format a sample prompt. */
  async write(modelId: string, template: string | null): Promise<void> {
    await this.library.get(modelId)
    if (template !== null) await this.runner.render(template, sample)
    this.templates.write(modelId, template)
    this.state.changed('settings')
  }
}
