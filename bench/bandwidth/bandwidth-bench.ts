/**
 * `npm run bench:bandwidth`: compares the memory bandwidth that Headroom measures with that of a compiled STREAM, and predicted
 * ITL with measured ITL. The default is 5 rounds. `--only triad` takes two minutes. The predictions for the 300 M model take almost one
 * hour.
 */
import { ratioBenchOf } from '../engine/ratio-bench'
import { predictionRows } from './prediction-rows'
import { triadRows } from './triad-rows'

export const bandwidthBench = (args: readonly string[]): Promise<number> =>
  ratioBenchOf(
    'bench:bandwidth',
    {
      triad: triadRows,
      'itl-60M': (rounds) => predictionRows(rounds, ['small']),
      'itl-300M': (rounds) => predictionRows(rounds, ['large']),
    },
    args.some((arg) => arg.startsWith('--rounds') || arg === '--quick') ? args : ['--rounds', '5', ...args],
  )
