/**
 * On Apple silicon, one build serves both backends: without GPU layers, it computes on the CPU. Source:
 * `getPrebuiltBinariesPackageDirectoryForBuildOptions` in node-llama-cpp 3.21.1, dist/bindings/utils/compileLLamaCpp.js.
 */
import type { Backend } from '../contract/models/backend-kinds'

const packages: Readonly<Record<string, Readonly<Partial<Record<Backend, string>>>>> = {
  'linux-x64': { cuda: 'linux-x64-cuda', vulkan: 'linux-x64-vulkan', cpu: 'linux-x64' },
  'linux-arm64': { cpu: 'linux-arm64' },
  'darwin-arm64': { metal: 'mac-arm64-metal', cpu: 'mac-arm64-metal' },
  'darwin-x64': { cpu: 'mac-x64' },
  'win32-x64': { cuda: 'win-x64-cuda', vulkan: 'win-x64-vulkan', cpu: 'win-x64' },
  'win32-arm64': { cpu: 'win-arm64' },
}

/** The package's name in the scope `@node-llama-cpp/`. */
export const llamaPackage = (backend: Backend, platform: string, arch: string): string | undefined =>
  packages[`${platform}-${arch}`]?.[backend]
