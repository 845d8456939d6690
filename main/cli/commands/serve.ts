import { mostPort } from '../../../core/contract/app/preference-values'
import { startHeadless } from '../../headless/start-headless'
import { dataFolderFor } from '../../paths'
import { number, readFlags, text, UsageError } from '../input/flags'
import { untilEnd } from '../input/interruption'
import { note, print } from '../input/terminal'

export const serveUsage = 'serve [MODEL] [--port N] [--data FOLDER]      the app for a browser on this machine; prints its link'

export async function serve(args: readonly string[], root: string, signal: AbortSignal): Promise<void> {
  const { flags, words } = readFlags(args, { port: 'string', data: 'string' })
  const [model, surplus] = words
  if (surplus !== undefined) throw new UsageError(`serve takes at most one model, got "${surplus}" as well`)
  const port = number(flags, 'port') ?? 0
  if (!Number.isInteger(port) || port < 0 || port > mostPort)
    throw new UsageError(`--port takes a number from 0 (any free port) to 65535, got "${port}"`)
  const headless = await startHeadless({
    root,
    dataFolder: dataFolderFor(text(flags, 'data')),
    port,
    fakeEngine: false,
    ...(model === undefined ? {} : { modelPath: model }),
  }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new UsageError(`port ${port} is in use; choose another with --port, or omit it`)
    throw error
  })
  print(`Headroom is at ${headless.url}\n`)
  await untilEnd(signal)
  await headless.close()
  note('Headroom has ended.')
}
