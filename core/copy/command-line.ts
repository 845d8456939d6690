/** The texts of the command line, which speaks only English. */
export { planArguments, planLine, planTable, settingsProblemText } from './en/planner/plan-command'
