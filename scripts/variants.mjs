/** Machines for which node-llama-cpp has CUDA builds. */
const cudaMachines = ['linux-x64', 'win32-x64']

/** The returned `words` are for electron-builder. */
export function variantOf(given, platform, arch) {
  const words = given.filter((word) => word !== '--cuda')
  if (words.length === given.length) return { variant: undefined, words }
  if (!cudaMachines.includes(`${platform}-${arch}`))
    return {
      refusal: `The variant with CUDA is made on Linux and Windows with x64, where llama.cpp has CUDA builds; this is ${platform} on ${arch}. Leave out --cuda.`,
    }
  return { variant: 'cuda', words: ['--config', 'electron-builder.cuda.yml', ...words] }
}
