/** TypeScript declares WebAssembly only in the DOM library. Remove this file once @types/node declares it. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
}
/** A memory that threads share. */
export interface SharedWasmMemory {
  readonly buffer: SharedArrayBuffer
}
interface Wasm {
  /** `initial` and `maximum` are in pages of 64 KiB. */
  readonly Memory: {
    new (descriptor: { readonly initial: number; readonly maximum: number; readonly shared: true }): SharedWasmMemory
    new (descriptor: { readonly initial: number }): WasmMemory
  }
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: WasmMemory | SharedWasmMemory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> }
}

export const wasm: Wasm = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly
