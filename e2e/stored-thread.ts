/** Shows texts that the embedded model would never write. */
import type { Headroom } from './fixture'

/** Texts of user and model alternate. */
export async function openStored(app: Headroom, title: string, texts: readonly string[]): Promise<void> {
  await app.ready()
  await app.storeConversation(title, texts)
  await app.ready()
  await app.page.getByRole('listitem').getByRole('button', { name: title, exact: true }).click()
  await app.page.getByRole('article').first().waitFor()
}
