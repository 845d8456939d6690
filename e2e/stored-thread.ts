/** Stores conversations with texts that the embedded model would never write. */
import { join } from 'node:path'
import Libsql from 'libsql'
import type { Headroom } from './fixture'

/** Stores a conversation, texts of user and model alternating, and opens it. */
export async function openStored(app: Headroom, title: string, texts: readonly string[]): Promise<void> {
  await app.ready()
  await app.stop()
  store(join(app.folder, 'data', 'headroom.sqlite'), title, texts)
  await app.startAgain()
  await app.ready()
  await app.page.getByRole('listitem').getByRole('button', { name: title, exact: true }).click()
  await app.page.getByRole('article').first().waitFor()
}

function store(path: string, title: string, texts: readonly string[]): void {
  const db = new Libsql(path)
  const id = `stored-${title}`
  const messageId = (index: number) => (index < 0 ? null : `${id}-${index}`)
  db.transaction(() => {
    db.prepare('INSERT INTO conversations (id, title, leaf_id, created_at, changed_at) VALUES (?, ?, ?, ?, ?)').run(
      id,
      title,
      messageId(texts.length - 1),
      Date.now(),
      Date.now(),
    )
    const insert = db.prepare(
      `INSERT INTO messages (id, conversation_id, parent_id, role, text, state, created_at, model_name) VALUES (?, ?, ?, ?, ?, 'complete', ?, ?)`,
    )
    for (const [index, text] of texts.entries()) {
      const isPrompt = index % 2 === 0
      insert.run(messageId(index), id, messageId(index - 1), isPrompt ? 'user' : 'assistant', text, Date.now(), isPrompt ? null : 'Pocket')
    }
  })()
  db.close()
}
