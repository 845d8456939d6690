import type { MeasuredSetting } from '../measured-setting'

export const nothingMeasured: MeasuredSetting = {
  id: 'a',
  runId: 'r',
  name: 'f16',
  isReference: true,
  settings: null,
  server: null,
  memory: null,
  speeds: [],
  gapsMs: [],
  latency: null,
  quality: null,
  passkey: null,
  suite: { toolCalls: null, schemas: null, schemasWithGrammar: null },
  cacheless: null,
  answers: [],
  failed: [],
  waiting: 0,
}
