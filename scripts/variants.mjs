/**
 * The two variants of a package: the plain one, and "cuda", a larger one that also has llama.cpp's builds for NVIDIA cards. In what else
 * they differ stands in electron-builder.cuda.yml; what each has to carry in ./native-packages.mjs.
 */

/** What node-llama-cpp has CUDA builds for: platform and architecture as Node has them. */
const cudaMachines = ['linux-x64', 'win32-x64']

/**
 * What `npm run package` was asked for on a machine: `{variant, words}`, where `words` go to electron-builder and `variant` is 'cuda' or
 * undefined, or `{refusal}`, a sentence.
 */
export function variantOf(given, platform, arch) {
  const words = given.filter((word) => word !== '--cuda')
  if (words.length === given.length) return { variant: undefined, words }
  if (!cudaMachines.includes(`${platform}-${arch}`))
    return {
      refusal: `The variant with CUDA is made on Linux and Windows with x64, where llama.cpp has CUDA builds; this is ${platform} on ${arch}. Leave out --cuda.`,
    }
  return { variant: 'cuda', words: ['--config', 'electron-builder.cuda.yml', ...words] }
}
