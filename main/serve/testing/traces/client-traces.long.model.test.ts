import { testTraces } from './trace-tests'

testTraces(['claude-code', 'qwen-code'])
