/** The command line speaks only English. */

export { allowServersQuestion } from './en/app/serve-command'
export { type BandwidthFigures, bandwidthNotes, bandwidthTable } from './en/cache/bandwidth-command'
export { searchNotes } from './en/compare/search-command'
export { loadName, loadNotes, type PairedMeasure, pairedText, resultTexts } from './en/load/load-command'
export { type QualityMeasure, qualityNotes, qualityTexts } from './en/load/quality-command'
export { fleetArguments, fleetTable } from './en/planner/fleet-command'
export { planArguments, planLine, planTable, settingsProblemText } from './en/planner/plan-command'
