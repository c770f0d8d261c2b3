import { faultsOf, type Template, template } from "./template.ts";

/** Templates in the order of `files`, whose names are their ids. Throws at the first invalid one and names it. */
export function templatesOf(
	files: Readonly<Record<string, unknown>>,
	controls: { has(code: string): boolean },
): Template[] {
	return Object.entries(files).map(([name, file]) => {
		const read = template.safeParse(file);
		if (!read.success) {
			const { path = [], message = "" } = read.error.issues[0] ?? {};
			throw new Error(`${name} is no template: ${path.join(".")}: ${message}`);
		}
		if (read.data.id !== name) throw new Error(`${name} is no template: its id is ${read.data.id}.`);
		const [fault] = faultsOf(read.data, controls);
		if (fault) throw new Error(`${name} is no template: question ${fault.question}: ${fault.why}`);
		return read.data;
	});
}
