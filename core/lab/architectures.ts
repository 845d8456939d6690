/** llama.cpp's names. Qwen3 normalizes queries and keys, and its RoPE pairs the halves of a head. */
export const labArchitectures = ['llama', 'qwen3'] as const
export type LabArchitecture = (typeof labArchitectures)[number]

export const labArchitecture = (name: string | undefined): LabArchitecture | undefined => labArchitectures.find((one) => one === name)
