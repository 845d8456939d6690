/** Which prebuilt native packages an installation needs, and no others. */

/** llama.cpp's builds by platform and architecture: the CPU's, and the graphics card's where it is a build of its own. */
const llamaPackages = {
  'linux-x64': ['linux-x64', 'linux-x64-vulkan'],
  'linux-arm64': ['linux-arm64'],
  'darwin-x64': ['mac-x64'],
  'darwin-arm64': ['mac-arm64-metal'],
  'win32-x64': ['win-x64', 'win-x64-vulkan'],
}
/** What the variant with CUDA has besides: a build for CUDA 13, and in "-ext" one for CUDA 12 that is tried after it. */
const cudaPackages = {
  'linux-x64': ['linux-x64-cuda', 'linux-x64-cuda-ext'],
  'win32-x64': ['win-x64-cuda', 'win-x64-cuda-ext'],
}
/** SQLite's. There is none for Windows on Arm, so there is no Headroom for it. */
const sqlitePackages = {
  'linux-x64': 'linux-x64-gnu',
  'linux-arm64': 'linux-arm64-gnu',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-x64-msvc',
}

/** Names below node_modules, or undefined where a package is missing for this machine. `variant`: 'cuda', or undefined for the plain one. */
export function nativePackages(platform, arch, variant) {
  const machine = `${platform}-${arch}`
  if (!(machine in llamaPackages) || (variant === 'cuda' && !(machine in cudaPackages))) return undefined
  const llama = [...llamaPackages[machine], ...(variant === 'cuda' ? cudaPackages[machine] : [])]
  return [...llama.map((name) => `@node-llama-cpp/${name}`), `@libsql/${sqlitePackages[machine]}`]
}
