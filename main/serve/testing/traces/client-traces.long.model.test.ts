import { testTraces } from './trace-tests'

testTraces(['claude-code', 'cline', 'qwen-code'])
