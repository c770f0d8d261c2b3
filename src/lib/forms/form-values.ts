/** The texts of a form by the names of its fields. What a password manager or somebody early has put in counts as well. */
export const formTexts = (form: HTMLFormElement): Record<string, string> =>
	Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]));
