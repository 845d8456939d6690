import type { Headroom } from './fixture'

/** The texts alternate between user and model. */
export async function openStored(app: Headroom, title: string, texts: readonly string[]): Promise<void> {
  await app.ready()
  await app.storeConversation(title, texts)
  await app.ready()
  await app.page.getByRole('listitem').getByRole('button', { name: title, exact: true }).click()
  await app.page.getByRole('article').first().waitFor()
}
