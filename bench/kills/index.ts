/**
 * `npm run bench:kills -- [--host N] [--engine N] [--seed N] [--within MS]`: sends SIGKILL during answers. Exits with code 1 after any
 * fault, such as a lost message, lost text that was visible, a damaged database, or a process that keeps running. Linux only.
 */
import { parseArgs } from 'node:util'
import { thisMachine } from '../machine'
import { say } from '../say'
import { Kills } from './kills'
import { hasFaults, table } from './tally'

export async function killsBench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      host: { type: 'string', default: '200' },
      engine: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      within: { type: 'string', default: '1500' },
    },
  })
  const [hostKills, engineKills, seed, withinMs] = [values.host, values.engine, values.seed, values.within].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  say(`Seed ${seed}`)
  const kills = new Kills(seed, withinMs)
  // The signal arrives twice: from the terminal and from npm.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => kills.stop())
  await kills.run(hostKills, engineKills)
  const { cpu, logicalCores, system, node } = thisMachine()
  process.stdout.write(
    `${table(kills.ofHost, kills.ofEngine)}\nSeed ${seed}. ${cpu}, ${logicalCores} logical cores, ${system}, Node ${node}\n`,
  )
  return hasFaults(kills.ofHost) || hasFaults(kills.ofEngine) ? 1 : 0
}
