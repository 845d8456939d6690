/** Figures as the vendors publish them: 1 GB of memory is 2^30 bytes, and 1 GB/s is 10^9 bytes per second. */
export interface MachinePreset {
  readonly id: string
  readonly name: string
  /** `unified` means that CPU and GPU share the memory. */
  readonly memory: 'vram' | 'unified'
  readonly gibibytes: number
  readonly gigabytesPerSecond: number
  /** Only for cards with GDDR. */
  readonly bus?: { readonly bits: number; readonly gigabitsPerSecond: number }
  readonly source: string
}

const blackwell = 'https://images.nvidia.com/aem-dam/Solutions/geforce/blackwell/nvidia-rtx-blackwell-gpu-architecture.pdf'
const ada = 'https://images.nvidia.com/aem-dam/Solutions/geforce/ada/nvidia-ada-gpu-architecture.pdf'
const ampere = 'https://www.nvidia.com/content/PDF/nvidia-ampere-ga-102-gpu-architecture-whitepaper-v2.pdf'
const m4 = 'https://www.apple.com/newsroom/2024/10/apple-introduces-m4-pro-and-m4-max/'

export const machinePresets: readonly MachinePreset[] = [
  card('rtx-3090', 'GeForce RTX 3090', 24, 384, 19.5, ampere),
  card('rtx-4090', 'GeForce RTX 4090', 24, 384, 21, ada),
  card('rtx-5090', 'GeForce RTX 5090', 32, 512, 28, blackwell),
  card(
    'rx-7900-xtx',
    'Radeon RX 7900 XTX',
    24,
    384,
    20,
    'https://www.amd.com/en/products/graphics/desktops/radeon/7000-series/amd-radeon-rx-7900xtx.html',
  ),
  {
    id: 'h100-sxm',
    name: 'NVIDIA H100 SXM',
    memory: 'vram',
    gibibytes: 80,
    gigabytesPerSecond: 3350,
    source: 'https://www.nvidia.com/en-us/data-center/h100/',
  },
  unified(
    'macbook-air-m2-24',
    'MacBook Air M2, 24 GB',
    24,
    100,
    'https://www.apple.com/newsroom/2022/06/apple-unveils-m2-with-breakthrough-performance-and-capabilities/',
  ),
  unified('macbook-pro-m4-32', 'MacBook Pro M4, 32 GB', 32, 120, m4),
  unified('macbook-pro-m4-pro-48', 'MacBook Pro M4 Pro, 48 GB', 48, 273, m4),
  unified('macbook-pro-m4-max-128', 'MacBook Pro M4 Max, 128 GB', 128, 546, m4),
  unified('dgx-spark', 'NVIDIA DGX Spark', 128, 273, 'https://www.nvidia.com/en-us/products/workstations/dgx-spark/'),
]

export const machinePresetOf = (id: string): MachinePreset | undefined => machinePresets.find((preset) => preset.id === id)

function card(id: string, name: string, gibibytes: number, bits: number, gigabitsPerSecond: number, source: string): MachinePreset {
  const gigabytesPerSecond = (bits / 8) * gigabitsPerSecond
  return { id, name, memory: 'vram', gibibytes, gigabytesPerSecond, bus: { bits, gigabitsPerSecond }, source }
}

function unified(id: string, name: string, gibibytes: number, gigabytesPerSecond: number, source: string): MachinePreset {
  return { id, name, memory: 'unified', gibibytes, gigabytesPerSecond, source }
}
