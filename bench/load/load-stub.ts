/** Runs in a separate process, so that its work does not delay the load generator. The first line on stdout is its address. */
import { startStub } from '../../main/load/testing/stub-server'

export async function loadStub([gapMs = '20']: readonly string[]): Promise<number> {
  const stub = await startStub({ gapMs: Number(gapMs) })
  process.stdout.write(`${stub.url}\n`)
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  if (text.trim() === 'report') await written(`${JSON.stringify(stub.requests.map(({ prompt, sentMs }) => ({ prompt, sentMs })))}\n`)
  await stub.close()
  return 0
}

const written = (line: string): Promise<void> => new Promise((resolve) => process.stdout.write(line, () => resolve()))
