import type { NetworkInterfaceInfo } from 'node:os'
import { expect, it } from 'vitest'
import { networkAddresses } from './network-addresses'

const ipv4 = (address: string, internal = false): NetworkInterfaceInfo => ({
  address,
  internal,
  family: 'IPv4',
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
})
const ipv6: NetworkInterfaceInfo = { ...ipv4('fe80::1'), family: 'IPv6', scopeid: 2 }

it('lists the IPv4 addresses that other machines can reach', () => {
  const interfaces = { lo: [ipv4('127.0.0.1', true)], eth0: [ipv6, ipv4('192.168.1.5')], wlan0: [ipv4('10.0.0.7')], tun0: undefined }
  expect(networkAddresses(interfaces)).toEqual([
    { name: 'eth0', address: '192.168.1.5' },
    { name: 'wlan0', address: '10.0.0.7' },
  ])
})
