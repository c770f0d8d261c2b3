/** The texts of a form by the names of its fields. Includes values from a password manager and text typed before hydration. */
export const formTexts = (form: HTMLFormElement): Record<string, string> =>
	Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]));

/** A form's fields as a query; values of the same name become one comma-separated list. */
export function formQuery(form: HTMLFormElement): URLSearchParams {
	const data = new FormData(form);
	return new URLSearchParams([...new Set(data.keys())].map((name) => [name, data.getAll(name).join(",")]));
}
