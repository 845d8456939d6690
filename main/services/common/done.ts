/** The empty answer to a request; the result appears in the app state. */
export async function done(work: () => unknown): Promise<Record<string, never>> {
  await work()
  return {}
}
