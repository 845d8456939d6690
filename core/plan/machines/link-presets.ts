/** Links between GPUs and between hosts, in one direction. 1 GB/s is 10^9 bytes per second. */
export interface LinkPreset {
  readonly id: string
  readonly name: string
  readonly gigabytesPerSecond: number
  readonly source: string
}

const ethernet = 'https://www.ieee802.org/3/'
const infiniband = 'https://www.nvidia.com/en-us/networking/products/infiniband/'

/** NVIDIA publishes the sum of both directions of NVLink. PCIe: 16 lanes x rate x 128 / 130 bits. */
export const linkPresets: readonly LinkPreset[] = [
  link('nvlink-3', 'NVLink 3 (A100)', 300, 'https://www.nvidia.com/en-us/data-center/a100/'),
  link('nvlink-4', 'NVLink 4 (H100, H200)', 450, 'https://www.nvidia.com/en-us/data-center/h100/'),
  link('pcie-4-x16', 'PCIe 4.0, 16 lanes', pcie(16), 'https://pcisig.com/specifications'),
  link('pcie-5-x16', 'PCIe 5.0, 16 lanes', pcie(32), 'https://pcisig.com/specifications'),
  link('ethernet-1g', 'Ethernet, 1 Gbit/s', 0.125, ethernet),
  link('ethernet-10g', 'Ethernet, 10 Gbit/s', 1.25, ethernet),
  link('ethernet-25g', 'Ethernet, 25 Gbit/s', 3.125, ethernet),
  link('ethernet-100g', 'Ethernet, 100 Gbit/s', 12.5, ethernet),
  link('infiniband-ndr', 'InfiniBand NDR, 400 Gbit/s', 50, infiniband),
]

function link(id: string, name: string, gigabytesPerSecond: number, source: string): LinkPreset {
  return { id, name, gigabytesPerSecond, source }
}

function pcie(gigatransfersPerSecond: number): number {
  return (16 * gigatransfersPerSecond * 128) / 130 / 8
}
