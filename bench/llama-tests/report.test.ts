import { describe, expect, it } from 'vitest'
import notRun from './not-run.json'
import { type Outcomes, rowsOf, withTable } from './report'

const document = 'Before\n<!-- npm run llama-tests -- --save writes this part -->\nold\n<!-- end -->\nAfter\n'
const outcomes: Outcomes = {
  'unit/test_basic.py::test_start': { outcome: 'passed', reason: '' },
  'unit/test_basic.py::test_no_ui': { outcome: 'not applicable', reason: 'a web interface' },
  'unit/test_lora.py::test_lora[a]': { outcome: 'not supported', reason: 'no LoRA' },
  'unit/test_lora.py::test_lora[b]': { outcome: 'not supported', reason: 'no LoRA' },
  'unit/test_template.py::test_date': { outcome: 'failed', reason: 'assert 400 == 200' },
}

describe('the report of llama.cpp’s server tests', () => {
  it('counts tests of features that Headroom does not have apart from those that do not apply', () => {
    const written = withTable(document, rowsOf(outcomes))
    expect(written).toContain('| file | passed | not applicable | not supported | failed |')
    expect(written).toContain('| test_basic.py | 1 | 1 | 0 | 0 |')
    expect(written).toContain('| **all** | **1** | **1** | **2** | **1** |')
    expect(written).toContain('### Not supported\n\n* **test_lora.py**, test_lora (2): no LoRA\n')
    expect(written.startsWith('Before\n') && written.endsWith('\nAfter\n')).toBe(true)
  })

  it('has one reason for each test that does not run', () => {
    const tests = Object.values(notRun).flatMap((reasons) => Object.values(reasons).flat())
    expect(tests.length).toBeGreaterThan(0)
    expect(new Set(tests).size).toBe(tests.length)
  })
})
