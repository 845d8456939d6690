/** The CPU build, and the GPU build if it is a separate package. */
const llamaPackages = {
  'linux-x64': ['linux-x64', 'linux-x64-vulkan'],
  'linux-arm64': ['linux-arm64'],
  'darwin-x64': ['mac-x64'],
  'darwin-arm64': ['mac-arm64-metal'],
  'win32-x64': ['win-x64', 'win-x64-vulkan'],
}
/** The first package is for CUDA 13. The second, "-ext", is for CUDA 12. */
const cudaPackages = {
  'linux-x64': ['linux-x64-cuda', 'linux-x64-cuda-ext'],
  'win32-x64': ['win-x64-cuda', 'win-x64-cuda-ext'],
}
/** libsql has no package for Windows on Arm, so Headroom does not support it. */
const sqlitePackages = {
  'linux-x64': 'linux-x64-gnu',
  'linux-arm64': 'linux-arm64-gnu',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-x64-msvc',
}

/** Returns names below node_modules, or undefined if this platform lacks a package. */
export function nativePackages(platform, arch, variant) {
  const machine = `${platform}-${arch}`
  if (!(machine in llamaPackages) || (variant === 'cuda' && !(machine in cudaPackages))) return undefined
  const llama = [...llamaPackages[machine], ...(variant === 'cuda' ? cudaPackages[machine] : [])]
  return [...llama.map((name) => `@node-llama-cpp/${name}`), `@libsql/${sqlitePackages[machine]}`]
}
