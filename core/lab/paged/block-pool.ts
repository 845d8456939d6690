/**
 * A sequence can find a full prefix block by its tokens. That works even if the block is free, until it is allocated again.
 * Source: Kwon et al., PagedAttention, arXiv:2309.06180; automatic prefix caching in vLLM, vllm/v1/core/block_pool.py.
 */
import { coded } from '../../contract/errors/coded-error'

/** In tokens. */
const blockTokensRange = { least: 1, most: 256, usual: 16 } as const

/** Throws `lab-block-too-large`. */
export function checkBlockTokens(blockTokens: number, contextTokens: number): void {
  if (blockTokens > Math.min(blockTokensRange.most, contextTokens)) throw coded('lab-block-too-large', { blockTokens, contextTokens })
}

interface KnownTokens {
  readonly hash: number
  readonly parentHash: number
  readonly tokens: readonly number[]
}

export class BlockPool {
  /** (blocks): number of tables that point to a block. */
  readonly references: Int32Array
  /** The block that has been free the longest comes first. */
  private readonly free: Set<number>
  /** (blocks): the tokens of a full prefix block, or null. */
  private readonly known: (KnownTokens | null)[]
  private readonly byHash = new Map<number, number>()

  constructor(
    readonly blocks: number,
    readonly blockTokens: number = blockTokensRange.usual,
  ) {
    this.references = new Int32Array(blocks)
    this.free = new Set(Array.from({ length: blocks }, (_, block) => block))
    this.known = Array.from({ length: blocks }, () => null)
  }

  get freeBlocks(): number {
    return this.free.size
  }

  /** Returns the block that has been free the longest, or undefined if no block is free. */
  allocate(): number | undefined {
    const [block] = this.free
    if (block === undefined) return undefined
    this.free.delete(block)
    this.forget(block)
    this.references[block] = 1
    return block
  }

  /** `block` may be free. */
  retain(block: number): void {
    this.free.delete(block)
    this.references[block] = (this.references[block] as number) + 1
  }

  /** Returns whether the block is now free. Throws if it was already free. */
  release(block: number): boolean {
    const left = (this.references[block] as number) - 1
    if (left < 0) throw new Error(`Expected block ${block} to be in use, got no reference to it`)
    this.references[block] = left
    if (left === 0) this.free.add(block)
    return left === 0
  }

  isShared(block: number): boolean {
    return (this.references[block] as number) > 1
  }

  find(parentHash: number, tokens: readonly number[]): number | undefined {
    const block = this.byHash.get(hashOfBlock(parentHash, tokens))
    const known = block === undefined ? null : this.known[block]
    const isSame = known?.parentHash === parentHash && known.tokens.every((token, i) => token === tokens[i])
    return isSame ? block : undefined
  }

  /** Returns the block's hash, which is the parent hash of the next block. */
  remember(block: number, parentHash: number, tokens: readonly number[]): number {
    const hash = hashOfBlock(parentHash, tokens)
    this.forget(block)
    this.known[block] = { hash, parentHash, tokens: [...tokens] }
    if (!this.byHash.has(hash)) this.byHash.set(hash, block)
    return hash
  }

  /** Call before the block's cells change or move. */
  forget(block: number): void {
    const known = this.known[block]
    if (known && this.byHash.get(known.hash) === block) this.byHash.delete(known.hash)
    this.known[block] = null
  }
}

/** FNV-1a's offset basis. */
export const noParent = 0x811c9dc5

function hashOfBlock(parentHash: number, tokens: readonly number[]): number {
  let hash = noParent
  for (const word of [parentHash, ...tokens])
    for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((word >>> shift) & 0xff), 0x01000193) >>> 0
  return hash
}
