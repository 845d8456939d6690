import { say } from './checkout.mjs'

export class Steps {
  passed = 0
  failed = 0

  step(name, act) {
    const started = performance.now()
    try {
      act()
      this.passed++
      say(`ok  ${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
    } catch (error) {
      this.failed++
      say(`not ok  ${name}\n${error.message}`)
      console.log(`failed: ${name}: ${error.message.trim().split('\n', 1)[0]}`)
    }
  }

  add(name, report, lines) {
    this.passed += report?.passed ?? 0
    this.failed += report?.failed ?? 1
    say(
      report
        ? `${report.failed > 0 ? 'not ok' : 'ok'}  ${name}: ${report.passed} passed, ${report.failed} failed`
        : `not ok  ${name}: no report`,
    )
    for (const line of lines) console.log(line)
  }

  /** Prints the line that `npm test` parses, and sets the exit code. */
  end() {
    console.log(`${this.passed} passed, ${this.failed} failed`)
    process.exitCode = this.failed > 0 ? 1 : 0
  }
}
