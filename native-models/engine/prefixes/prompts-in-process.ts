/**
 * Prompts that are being processed. Agents often send several requests with the same instructions at the same moment. The first turn processes
 * them, and the others wait for it and copy its cells:
 *
 *   A   ████ instructions ████ question a ─ answer
 *   B   waits ················│ copy │ question b ─ answer
 */
import { sharedLength } from '../../../core/prefix/tree/token-tree'
import { Changes } from '../../../core/streams/changes'

export class PromptInProcess {
  private readonly changes = new Changes()
  private processedTokens = 0
  private isOver = false

  constructor(
    readonly tokens: readonly number[],
    private readonly leave: (prompt: PromptInProcess) => void,
  ) {}

  /** The first `tokens` tokens are in the cache. */
  reached(tokens: number): void {
    this.processedTokens = tokens
    this.changes.touch()
  }

  /** The prompt was processed, or its turn has ended. */
  end(): void {
    this.isOver = true
    this.leave(this)
    this.changes.touch()
  }

  /** Resolves when the first `tokens` tokens are in the cache, or when no more will be. Ends early if `signal` aborts. */
  async has(tokens: number, signal: AbortSignal): Promise<void> {
    while (this.processedTokens < tokens && !this.isOver && !signal.aborted) await this.changes.since(this.changes.version, signal)
  }
}

export interface CommonPrompt {
  readonly prompt: PromptInProcess
  readonly tokens: number
}

export class PromptsInProcess {
  private readonly prompts = new Set<PromptInProcess>()

  /** The caller reports its progress and its end. */
  add(tokens: readonly number[]): PromptInProcess {
    const prompt = new PromptInProcess(tokens, (ended) => this.prompts.delete(ended))
    this.prompts.add(prompt)
    return prompt
  }

  /**
   * Of the prompts that were added before `prompt`, the one with most of its first tokens. A later one must have at least `leastMore` more,
   * because it may itself wait for an earlier one.
   */
  nearest(
    prompt: PromptInProcess,
    { leastMore, except }: { readonly leastMore: number; readonly except: ReadonlySet<PromptInProcess> },
  ): CommonPrompt | undefined {
    let nearest: CommonPrompt | undefined
    for (const earlier of this.prompts) {
      if (earlier === prompt) break
      if (except.has(earlier)) continue
      const tokens = sharedLength(earlier.tokens, prompt.tokens)
      if (tokens >= (nearest?.tokens ?? 0) + leastMore) nearest = { prompt: earlier, tokens }
    }
    return nearest
  }
}
