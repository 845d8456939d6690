import type { Family } from '../keys/family'
import { deepseek } from './deepseek'
import { gemma } from './gemma'
import { general } from './general'
import { granite } from './granite'
import { hybrids } from './hybrids'
import { kimi } from './kimi'
import { llama } from './llama'
import { mamba } from './mamba'
import { nemotron } from './nemotron'
import { older } from './older'
import { phi } from './phi'
import { predictingFamilies } from './predicting'
import { qwen } from './qwen'
import { windowed } from './windowed'

const groups = [general, llama, qwen, gemma, phi, deepseek, mamba, granite, hybrids, nemotron, kimi, windowed, predictingFamilies, older]

export const allFamilies: ReadonlyMap<string, Family> = new Map(groups.flatMap((group) => Object.entries(group)))
