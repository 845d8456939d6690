/** For hosts that have no Lab: tests of other services, and benchmarks. */
import type { StartLab } from '../lab-process'

export const noLab: StartLab = () => {
  throw new Error('Expected no question to the Lab')
}
