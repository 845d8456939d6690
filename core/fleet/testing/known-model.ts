import { subjectFromConfig } from '../../plan/config/subject-from-config'
import type { PlanSubject } from '../../plan/plan-subject'

/** `lines`: core/plan/config/fixtures/converted.jsonl. */
export const modelsIn = (lines: string) => {
  const configs: readonly { readonly name: string; readonly config: unknown }[] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return (name: string): PlanSubject => {
    const found = configs.find((one) => one.name === name)
    if (!found) throw new Error(`Expected a configuration named ${name}`)
    return subjectFromConfig(JSON.stringify(found.config))
  }
}
