import { mostBodies, mostBodyBytes } from '../../../core/contract/requests/request-limits'
import type { TimedRequest } from '../../../core/requests/simulate/what-would-help'
import { segmentsOf } from '../../../core/requests/traced-request'

export interface Body extends TimedRequest {
  readonly gapsMs: readonly number[]
}

/** The tokens and texts of the newest requests. They are in memory only. */
export class KeptBodies {
  private readonly kept = new Map<string, { readonly body: Body; readonly bytes: number }>()
  bytes = 0

  constructor(
    private readonly mostBodiesKept = mostBodies,
    private readonly mostBytes = mostBodyBytes,
  ) {}

  get count(): number {
    return this.kept.size
  }

  /** The oldest first. */
  get all(): Body[] {
    return [...this.kept.values()].map(({ body }) => body)
  }

  get(id: string): Body | undefined {
    return this.kept.get(id)?.body
  }

  /** Returns the IDs of the bodies that were removed. A body that is larger than the limit is removed itself. */
  add(body: Body): string[] {
    const bytes = bytesOf(body)
    this.kept.set(body.request.id, { body, bytes })
    this.bytes += bytes
    const gone: string[] = []
    for (const id of this.kept.keys()) {
      if (this.kept.size <= this.mostBodiesKept && this.bytes <= this.mostBytes) break
      this.bytes -= this.kept.get(id)?.bytes ?? 0
      this.kept.delete(id)
      gone.push(id)
    }
    return gone
  }

  clear(): void {
    this.kept.clear()
    this.bytes = 0
  }
}

const [bytesPerToken, bytesPerCharacter, bytesPerGap] = [4, 2, 8]

function bytesOf({ request, gapsMs }: Body): number {
  const characters = [...segmentsOf(request).map(({ text }) => text), ...request.tools].reduce((sum, { length }) => sum + length, 0)
  return (
    (request.tokens.length + request.answerTokens.length) * bytesPerToken + characters * bytesPerCharacter + gapsMs.length * bytesPerGap
  )
}
