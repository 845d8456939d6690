import { anthropic } from '../anthropic/anthropic'
import { llamaCpp } from '../llama-cpp/llama-cpp'
import { ollama } from '../ollama/ollama'
import { openAi } from '../openai/openai'
import { responses } from '../responses/responses'
import type { Dialect } from '../routes'

/** A path that is like no route is refused in the shape of the first dialect. */
export const dialects: readonly Dialect[] = [openAi, responses, anthropic, ollama, llamaCpp]
