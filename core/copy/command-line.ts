/** The command line speaks only English. */
export { planArguments, planLine, planTable, settingsProblemText } from './en/planner/plan-command'
