const BY_ENDING = {
	json: "application/json",
	csv: "text/csv",
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
type Ending = keyof typeof BY_ENDING;

/** The media type to send a file as, by its extension: browsers do not agree on the type. Null if it has none of these extensions. */
export function typeByEnding({ name }: Pick<File, "name">, endings: readonly Ending[]): string | null {
	const ending = name.split(".").at(-1)?.toLowerCase();
	const found = endings.find((each) => each === ending);
	return found ? BY_ENDING[found] : null;
}
