/**
 * The part of WebAssembly that the Lab uses. TypeScript declares it in the DOM library, which this room must not use. End condition:
 * @types/node declares it.
 */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
}
interface Wasm {
  /** `initial`: pages of 64 KiB. */
  readonly Memory: new (descriptor: {
    readonly initial: number
  }) => WasmMemory
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: WasmMemory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> }
}

export const wasm: Wasm = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly
