import { OtherLoad } from './cpu-load'
import { loadWindowMs, type ThreadGovernor } from './thread-governor'

const betweenTurnsMs = 1000

export class LoadWatch {
  private readonly others = new OtherLoad()
  private timer: NodeJS.Timeout | undefined
  private turns = 0

  constructor(
    private readonly governor: ThreadGovernor,
    private readonly onChange: () => void,
  ) {
    this.schedule()
  }

  turnStarted(): void {
    this.turns++
    this.schedule()
  }
  turnEnded(): void {
    this.turns--
    this.schedule()
  }
  stop(): void {
    clearInterval(this.timer)
  }

  private schedule(): void {
    clearInterval(this.timer)
    this.timer = setInterval(
      () => {
        if (this.governor.load(this.others.sample(), performance.now())) this.onChange()
      },
      this.turns > 0 ? loadWindowMs : betweenTurnsMs,
    )
    this.timer.unref()
  }
}
