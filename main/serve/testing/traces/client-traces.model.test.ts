import { testTraces } from './trace-tests'

testTraces(['codex', 'continue', 'opencode'])
