import { spawnSync } from 'node:child_process'

export interface Host {
  readonly address: string
  /** What to put before a command that is to run there. */
  readonly enter: readonly string[]
}

export interface Hosts {
  readonly hosts: readonly Host[]
  /** Whether each host has a network of its own. */
  readonly areSeparate: boolean
  remove(): void
}

const names = ['headroom-worker-a', 'headroom-worker-b'] as const

/** Two hosts, each in a network namespace with one link to this one; both on the loopback address if this machine does not allow that. */
export function twoHosts(): Hosts {
  const remove = () => {
    for (const name of names) ip('netns', 'del', name)
  }
  remove()
  const hosts = names.map(addHost)
  if (hosts.every((host) => host !== null)) return { hosts, areSeparate: true, remove }
  remove()
  return { hosts: names.map(() => ({ address: '127.0.0.1', enter: [] })), areSeparate: false, remove }
}

function addHost(name: string, index: number): Host | null {
  const [here, there] = [`hr-here-${index}`, `hr-there-${index}`]
  const [hereAddress, address] = [`10.213.${index}.1`, `10.213.${index}.2`]
  const steps = [
    ['netns', 'add', name],
    ['link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name],
    ['addr', 'add', `${hereAddress}/30`, 'dev', here],
    ['link', 'set', here, 'up'],
    ['-n', name, 'addr', 'add', `${address}/30`, 'dev', there],
    ['-n', name, 'link', 'set', there, 'up'],
    ['-n', name, 'link', 'set', 'lo', 'up'],
  ]
  return steps.every((step) => ip(...step)) ? { address, enter: ['ip', 'netns', 'exec', name] } : null
}

const ip = (...args: string[]): boolean => spawnSync('ip', args, { stdio: 'ignore' }).status === 0
