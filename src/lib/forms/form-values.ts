/** The texts of a form by the names of its fields. Includes what a password manager filled in, or what was typed before the page came alive. */
export const formTexts = (form: HTMLFormElement): Record<string, string> =>
	Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]));
