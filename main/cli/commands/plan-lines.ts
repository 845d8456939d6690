/** Keeps the most recently used models, and does not read them again even if their files change. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { planLine, settingsProblemText } from '../../../core/copy/command-line'
import { describeFailure } from '../../../core/copy/failures'
import { planAnswer } from '../../../core/plan/plan-answer'
import { cacheSettingsFor, parsePlanSettings } from '../../../core/plan/plan-settings'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { messageOf } from '../../../core/text/message-of'
import { inspectLocation } from '../../library/header/inspect-location'
import { shownOn } from '../input/terminal'
import { planJson } from './plan-json'

/** A cached subject takes about 50 KB. */
const keptSubjects = 512

export async function planLines(input: Readable, output: Writable): Promise<void> {
  const subjects = new Map<string, Promise<PlanSubject>>()
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const answer = await answerTo(line, (file) => kept(subjects, file))
    if (!output.write(shownOn(output, `${JSON.stringify(answer)}\n`))) await once(output, 'drain')
  }
}

async function answerTo(line: string, subjectOf: (file: string) => Promise<PlanSubject>): Promise<unknown> {
  const asked = parseLine(line)
  if ('error' in asked) return asked
  try {
    const subject = await subjectOf(asked.file)
    const parsed = parsePlanSettings(asked.settings)
    if (!parsed.ok) return wrong(settingsProblemText(parsed.problem))
    return planJson(planAnswer(subject, cacheSettingsFor(subject.shape, parsed.settings)))
  } catch (error) {
    const failure = failureOf(error)
    if (failure) return { error: { code: failure.code, message: describeFailure(failure) } }
    throw error
  }
}

const wrong = (message: string) => ({ error: { code: 'bad-line', message } })

function parseLine(line: string): { readonly file: string; readonly settings: unknown } | ReturnType<typeof wrong> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    return wrong(planLine.notJson(messageOf(error)))
  }
  if (typeof value !== 'object' || value === null || !('file' in value) || typeof value.file !== 'string') return wrong(planLine.expected)
  return { file: value.file, settings: 'settings' in value ? value.settings : {} }
}

function kept(subjects: Map<string, Promise<PlanSubject>>, file: string): Promise<PlanSubject> {
  const known = subjects.get(file)
  const subject = known ?? inspectLocation(file)
  subjects.delete(file)
  subjects.set(file, subject)
  if (!known) subject.catch(() => subjects.delete(file))
  const [oldest] = subjects.keys()
  if (subjects.size > keptSubjects && oldest !== undefined) subjects.delete(oldest)
  return subject
}
