import os from 'node:os'

export interface NetworkAddress {
  /** The system's name for the network interface, such as `eth0`. */
  readonly name: string
  /** IPv4. */
  readonly address: string
}

/** Where other machines reach this one. Docker's and virtual machines' networks are in the list, too. */
export const networkAddresses = (interfaces: NodeJS.Dict<os.NetworkInterfaceInfo[]> = os.networkInterfaces()): readonly NetworkAddress[] =>
  Object.entries(interfaces).flatMap(([name, infos = []]) =>
    infos.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => ({ name, address })),
  )
