/** Headroom's command line. JSON and answers on stdout, everything else on stderr. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeFailure } from '../../core/contract/sentences'
import { failureIn } from '../../core/contract/wire-errors'
import { resourcesAt } from '../paths'
import { backends, backendsUsage } from './backends'
import { bench, benchUsage } from './bench'
import { chat, chatUsage } from './chat'
import { compare, compareUsage } from './compare'
import { exitCodeOf } from './exit-codes'
import { UsageError } from './flags'
import { lab, labUsage } from './lab'
import { models, modelsUsage } from './models'
import { plan, planUsage } from './plan'
import { serve, serveUsage } from './serve'

const root = join(import.meta.dirname, '../..')
const usages: Readonly<Record<string, string>> = {
  chat: chatUsage,
  plan: planUsage,
  bench: benchUsage,
  compare: compareUsage,
  serve: serveUsage,
  models: modelsUsage,
  lab: labUsage,
  backends: backendsUsage,
}
/** Of that command, or of all. */
const usageOf = (command: string | undefined): string =>
  `headroom ${usages[command ?? ''] ?? `COMMAND\n\n  ${Object.values(usages).join('\n  ')}`}\n`

/** The exit code. */
async function run([command, ...args]: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) return help(command)
  switch (command) {
    case 'chat':
      return chat(args, resourcesAt(root)).then(() => 0)
    case 'plan':
      return plan(args)
    case 'bench':
      return bench(args, resourcesAt(root), versionAt(root))
    case 'compare':
      return compare(args, resourcesAt(root), versionAt(root))
    case 'serve':
      return serve(args, root).then(() => 0)
    case 'models':
      return models(args, resourcesAt(root)).then(() => 0)
    case 'lab':
      return lab(args, resourcesAt(root)).then(() => 0)
    case 'backends':
      return backends(args, resourcesAt(root)).then(() => 0)
    case 'help':
    case '--help':
    case '-h':
      return help()
    case 'version':
    case '--version':
      process.stdout.write(`${versionAt(root)}\n`)
      return 0
    default:
      throw new UsageError(command ? `unknown command "${command}"` : 'a command is needed')
  }
}

const versionAt = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version

function help(command?: string): 0 {
  process.stdout.write(usageOf(command))
  return 0
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const failure = failureIn(error)
    if (failure) {
      process.stderr.write(`${failure.code}: ${describeFailure(failure)}\n`)
      process.exit(exitCodeOf(failure))
    }
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usageOf(process.argv[2])}`)
      process.exit(2)
    }
    console.error(error)
    process.exit(4)
  },
)
