/** Figures as the vendors publish them: 1 GB of memory is 2^30 bytes, and 1 GB/s is 10^9 bytes per second. */
import type { PlannedGpu } from './machine'

/** Tensor cores, without sparsity and, if the vendor publishes both, with f16 accumulation, which is faster. In 10^12 FLOP per second. */
export interface PeakRates {
  readonly f16: number
  readonly fp8?: number
  readonly int8?: number
}

export interface MachinePreset {
  readonly id: string
  readonly name: string
  /** Of a card: the backend that it usually runs. Absent if unknown. */
  readonly gpu?: PlannedGpu
  /** `unified` means that CPU and GPU share the memory. */
  readonly memory: 'vram' | 'unified'
  readonly gibibytes: number
  readonly gigabytesPerSecond: number
  /** The width and the rate per pin, if the vendor publishes both. */
  readonly bus?: { readonly bits: number; readonly gigabitsPerSecond: number }
  /** Absent if the vendor publishes none. */
  readonly teraflops?: PeakRates
  readonly source: string
}

const blackwell = 'https://images.nvidia.com/aem-dam/Solutions/geforce/blackwell/nvidia-rtx-blackwell-gpu-architecture.pdf'
const ada = 'https://images.nvidia.com/aem-dam/Solutions/geforce/ada/nvidia-ada-gpu-architecture.pdf'
const ampere = 'https://www.nvidia.com/content/PDF/nvidia-ampere-ga-102-gpu-architecture-whitepaper-v2.pdf'
/** NVIDIA publishes twice these rates, with sparsity. */
const hopper: PeakRates = { f16: 989.5, fp8: 1979, int8: 1979 }
const m4 = 'https://www.apple.com/newsroom/2024/10/apple-introduces-m4-pro-and-m4-max/'

export const machinePresets: readonly MachinePreset[] = [
  nvidia({ ...card('rtx-3090', 'GeForce RTX 3090', 24, 384, 19.5, ampere), teraflops: { f16: 142, int8: 284 } }),
  nvidia({ ...card('rtx-4090', 'GeForce RTX 4090', 24, 384, 21, ada), teraflops: { f16: 330.3, fp8: 660.6, int8: 660.6 } }),
  nvidia({ ...card('rtx-5090', 'GeForce RTX 5090', 32, 512, 28, blackwell), teraflops: { f16: 419, fp8: 838, int8: 838 } }),
  card(
    'rx-7900-xtx',
    'Radeon RX 7900 XTX',
    24,
    384,
    20,
    'https://www.amd.com/en/products/graphics/desktops/radeon/7000-series/amd-radeon-rx-7900xtx.html',
  ),
  nvidia(accelerator('l4', 'NVIDIA L4', 24, 300, { f16: 121, fp8: 242, int8: 242 }, 'https://www.nvidia.com/en-us/data-center/l4/')),
  nvidia(accelerator('l40s', 'NVIDIA L40S', 48, 864, { f16: 362, fp8: 733, int8: 733 }, 'https://www.nvidia.com/en-us/data-center/l40s/')),
  nvidia(
    accelerator(
      'a100-sxm-80',
      'NVIDIA A100 SXM, 80 GB',
      80,
      2039,
      { f16: 312, int8: 624 },
      'https://www.nvidia.com/en-us/data-center/a100/',
    ),
  ),
  nvidia(accelerator('h100-sxm', 'NVIDIA H100 SXM', 80, 3350, hopper, 'https://www.nvidia.com/en-us/data-center/h100/')),
  nvidia(accelerator('h200-sxm', 'NVIDIA H200 SXM', 141, 4800, hopper, 'https://www.nvidia.com/en-us/data-center/h200/')),
  accelerator(
    'mi300x',
    'AMD Instinct MI300X',
    192,
    5300,
    { f16: 1307.4, fp8: 2614.9, int8: 2614.9 },
    'https://www.amd.com/en/products/accelerators/instinct/mi300/mi300x.html',
  ),
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
  laptop(
    'pc-laptop-ryzen-7840u-16',
    'PC laptop, Ryzen 7 7840U, 16 GB DDR5-5600',
    16,
    5.6,
    'https://www.amd.com/en/products/processors/laptop/ryzen/7000-series/amd-ryzen-7-7840u.html',
  ),
  laptop(
    'pc-laptop-core-ultra-258v-32',
    'PC laptop, Core Ultra 7 258V, 32 GB LPDDR5X-8533',
    32,
    8.533,
    'https://www.intel.com/content/www/us/en/products/sku/240957/intel-core-ultra-7-processor-258v-12m-cache-up-to-4-80-ghz/specifications.html',
  ),
  unified('dgx-spark', 'NVIDIA DGX Spark', 128, 273, 'https://www.nvidia.com/en-us/products/workstations/dgx-spark/'),
]

export const machinePresetOf = (id: string): MachinePreset | undefined => machinePresets.find((preset) => preset.id === id)

function nvidia(preset: MachinePreset): MachinePreset {
  return { ...preset, gpu: 'cuda' }
}

function card(id: string, name: string, gibibytes: number, bits: number, gigabitsPerSecond: number, source: string): MachinePreset {
  const bus = { bits, gigabitsPerSecond }
  return { id, name, memory: 'vram', gibibytes, gigabytesPerSecond: bandwidthOf(bus), bus, source }
}

function accelerator(
  id: string,
  name: string,
  gibibytes: number,
  gigabytesPerSecond: number,
  teraflops: PeakRates,
  source: string,
): MachinePreset {
  return { id, name, memory: 'vram', gibibytes, gigabytesPerSecond, teraflops, source }
}

/** A laptop whose processor has two memory channels of 64 bits. */
function laptop(id: string, name: string, gibibytes: number, gigabitsPerSecond: number, source: string): MachinePreset {
  const bus = { bits: 2 * 64, gigabitsPerSecond }
  return { ...unified(id, name, gibibytes, bandwidthOf(bus), source), bus }
}

/** In GB/s. */
function bandwidthOf({ bits, gigabitsPerSecond }: NonNullable<MachinePreset['bus']>): number {
  return (bits / 8) * gigabitsPerSecond
}

function unified(id: string, name: string, gibibytes: number, gigabytesPerSecond: number, source: string): MachinePreset {
  return { id, name, memory: 'unified', gibibytes, gigabytesPerSecond, source }
}
