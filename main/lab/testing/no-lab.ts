import type { StartLab } from '../lab-process'

export const noLab: StartLab = () => {
  throw new Error('Expected no request to the Lab')
}
