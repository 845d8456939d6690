import { coded } from '../../../core/contract/errors/coded-error'

/** Throws `answers-refused`. */
export function assertAnswers(answers: number, sequences: number, temperature: number): void {
  if (temperature === 0) throw coded('answers-refused', { reason: 'all-would-be-equal', answers, sequences })
  if (sequences < answers) throw coded('answers-refused', { reason: 'too-few-sequences', answers, sequences })
}
