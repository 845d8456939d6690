import type { Database } from './sqlite/database'

export class ChatTemplates {
  constructor(private readonly db: Database) {}

  read(modelId: string): string | null {
    const row = this.db.get<{ template: string }>('SELECT template FROM chat_templates WHERE model_id = ?', modelId)
    return row?.template ?? null
  }

  write(modelId: string, template: string | null): void {
    if (template === null) this.db.run('DELETE FROM chat_templates WHERE model_id = ?', modelId)
    else
      this.db.run(
        'INSERT INTO chat_templates (model_id, template) VALUES (?, ?) ON CONFLICT (model_id) DO UPDATE SET template = excluded.template',
        modelId,
        template,
      )
  }
}
