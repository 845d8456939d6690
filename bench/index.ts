import { root } from './paths'
import { say } from './say'

const [name, ...args] = process.argv.slice(2)

async function run(): Promise<number> {
  switch (name) {
    case 'engine':
      return (await import('./engine/engine-bench')).engineBench(args)
    case 'dissect-process':
      return (await import('./engine/dissect-process')).dissectProcess(args)
    case 'compare':
      return (await import('./compare/compare-bench')).compareBench(args)
    case 'plan':
      return (await import('./plan/plan-bench')).planBench()
    case 'plan-process':
      return (await import('./plan/plan-process')).planProcess(args)
    case 'ui':
      return (await import('./ui/ui-bench')).uiBench(args)
    case 'cache':
      return (await import('./cache/cache-bench')).cacheBench(args)
    case 'library':
      return (await import('./library/library-bench')).libraryBench(args)
    case 'library-server':
      return (await import('./library/file-server')).serveFile()
    case 'overflow':
      return (await import('./overflow/overflow-bench')).overflowBench()
    case 'lab':
      return (await import('./lab/lab-bench')).labBench(args)
    case 'serve':
      return (await import('./serve/serve-bench')).serveBench(args)
    case 'load':
      return (await import('./load/load-bench')).loadBench(args)
    case 'load-stub':
      return (await import('./load/load-stub')).loadStub(args)
    case 'bandwidth':
      return (await import('./bandwidth/bandwidth-bench')).bandwidthBench(args)
    case 'soak':
      return (await import('./soak/soak-bench')).soakBench(args)
    case 'kills':
      return (await import('./kills')).killsBench(args)
    case 'peers':
      return (await import('./peers')).peersLane(args)
    case 'clients':
      return (await import('./clients')).clientsLane(args)
    case 'llama-tests':
      return (await import('./llama-tests')).llamaTests(args)
    case 'llama-server':
      return (await import('./llama-tests/as-llama-server')).asLlamaServer(args)
    case 'attack':
      return (await import('./attack')).attack(args)
    default:
      say(
        `Expected the name of a benchmark, "engine", "compare", "cache", "plan", "ui", "library", "overflow", "lab", "load", "serve", "bandwidth", "soak", "kills", "peers", "clients", "llama-tests" or "attack", got ${name === undefined ? 'none' : `"${name}"`} (in ${root})`,
      )
      return 2
  }
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
