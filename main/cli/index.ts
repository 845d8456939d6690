import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { failureIn } from '../../core/contract/errors/wire-errors'
import { describeFailure } from '../../core/copy/failures'
import { resourcesAt } from '../paths'
import { chat, chatUsage } from './chat/chat'
import { backends, backendsUsage } from './commands/backends'
import { bandwidth, bandwidthUsage } from './commands/bandwidth'
import { bench, benchUsage } from './commands/bench'
import { compare, compareUsage } from './commands/compare'
import { lab, labUsage } from './commands/lab'
import { models, modelsUsage } from './commands/models'
import { plan, planUsage } from './commands/plan'
import { serve, serveUsage } from './commands/serve'
import { exitCodeOf } from './input/exit-codes'
import { UsageError } from './input/flags'
import { Interrupted, listenForInterruption, untilInterrupted } from './input/interruption'
import { note, print } from './input/terminal'
import { benchServer } from './load/bench-server'
import { benchServerUsage, isBenchOfServer } from './load/load-flags'
import { benchQuality } from './quality/bench-quality'
import { benchQualityUsage, isBenchOfQuality } from './quality/quality-flags'
import { requests, requestsUsage } from './requests/tail-requests'
import { keys, keysUsage } from './serve/keys'
import { serveApi, serveApiUsage } from './serve/serve-api'

process.umask(0o077)

const root = join(import.meta.dirname, '../..')
const usages: Readonly<Record<string, string>> = {
  chat: chatUsage,
  plan: planUsage,
  bench: `${benchUsage}\n  ${benchServerUsage}\n  ${benchQualityUsage}`,
  compare: compareUsage,
  serve: `${serveUsage}\n  ${serveApiUsage}`,
  keys: keysUsage,
  requests: requestsUsage,
  models: modelsUsage,
  lab: labUsage,
  backends: backendsUsage,
  bandwidth: bandwidthUsage,
}
const usageOf = (command: string | undefined): string =>
  `headroom ${usages[command ?? ''] ?? `COMMAND\n\n  ${Object.values(usages).join('\n  ')}\n\n${exitCodes}`}\n`
const exitCodes =
  'Exit codes: 0 done; 2 wrong input; 3 settings refused; 4 the engine failed; 5 and 6 see compare; 130 Ctrl+C; 141 closed pipe'

const commandsWithCleanup: readonly (string | undefined)[] = ['chat', 'bench', 'compare', 'serve', 'lab', 'bandwidth', 'requests']

async function run([command, ...args]: readonly string[], signal: AbortSignal): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) return help(command)
  switch (command) {
    case 'chat':
      return chat(args, resourcesAt(root), signal).then(() => 0)
    case 'requests':
      return requests(args, signal).then(() => 0)
    case 'plan':
      return plan(args)
    case 'bench':
      if (isBenchOfQuality(args))
        return benchQuality(args, { textsFolder: resourcesAt(root).textsFolder, version: versionAt(root), signal })
      if (isBenchOfServer(args)) return benchServer(args, { version: versionAt(root), signal })
      return bench(args, { resources: resourcesAt(root), version: versionAt(root), signal })
    case 'compare':
      return compare(args, { resources: resourcesAt(root), version: versionAt(root), signal })
    case 'serve':
      if (args.includes('--api')) return serveApi(args, { resources: resourcesAt(root), version: versionAt(root), signal }).then(() => 0)
      return serve(args, root, signal).then(() => 0)
    case 'keys':
      keys(args)
      return 0
    case 'models':
      return models(args, resourcesAt(root)).then(() => 0)
    case 'lab':
      return lab(args, resourcesAt(root), signal).then(() => 0)
    case 'backends':
      return backends(args, resourcesAt(root)).then(() => 0)
    case 'bandwidth':
      return bandwidth(args, resourcesAt(root), signal).then(() => 0)
    case 'help':
    case '--help':
    case '-h':
      return help()
    case 'version':
    case '--version':
      print(`${versionAt(root)}\n`)
      return 0
    default:
      throw new UsageError(command ? `unknown command "${command}"` : 'no command was given')
  }
}

const versionAt = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version

function help(command?: string): 0 {
  print(usageOf(command))
  return 0
}

function codeAfter(error: unknown): number {
  if (error instanceof Interrupted) {
    if (error.by !== 'SIGPIPE') note('Interrupted.')
    return error.exitCode
  }
  const failure = failureIn(error)
  if (failure) {
    note(`${failure.code}: ${describeFailure(failure)}`)
    return exitCodeOf(failure)
  }
  if (error instanceof UsageError) {
    note(`${error.message}\n\n${usageOf(process.argv[2]).trimEnd()}`)
    return 2
  }
  note(inspect(error))
  return 4
}

const words = process.argv.slice(2)
const signal = listenForInterruption()
const running = run(words, signal)
const code = await (commandsWithCleanup.includes(words[0]) ? running : untilInterrupted(signal, running)).catch((error: unknown) =>
  codeAfter(signal.aborted ? signal.reason : error),
)
// Writes to pipes (on Windows, to terminals) are asynchronous, so the exit waits for the last one.
process.stdout.write('', () => process.exit(code))
