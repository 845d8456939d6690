export async function done(work: () => unknown): Promise<Record<string, never>> {
  await work()
  return {}
}
