import type { Choice } from "#contract/assessments/template.ts";

/** The chosen ids after a tap, in the order of the choices: the same ones are the same answer, in whatever order they were tapped. */
export const afterTap = (choices: readonly Choice[], chosen: readonly string[], id: string, isOn: boolean): string[] =>
	choices.map((one) => one.id).filter((one) => (one === id ? isOn : chosen.includes(one)));
