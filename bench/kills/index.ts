/**
 * `npm run bench:kills -- [--host N] [--engine N] [--seed N] [--within MS]`: sends SIGKILL to the headless host and to its engine at
 * random moments while the embedded model answers. Exits with 1 if messages or shown text are lost or processes are left over. Ctrl+C
 * stops after the current kill. Linux only.
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
  // The terminal signals the whole group and npm forwards the signal.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => kills.stop())
  await kills.run(hostKills, engineKills)
  const { cpu, logicalCores, system, node } = thisMachine()
  process.stdout.write(
    `${table(kills.ofHost, kills.ofEngine)}\nSeed ${seed}. ${cpu}, ${logicalCores} logical cores, ${system}, Node ${node}\n`,
  )
  return hasFaults(kills.ofHost) || hasFaults(kills.ofEngine) ? 1 : 0
}
