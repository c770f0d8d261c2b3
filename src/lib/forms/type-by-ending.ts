const BY_ENDING = {
	json: "application/json",
	csv: "text/csv",
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
type Ending = keyof typeof BY_ENDING;

/** What a file is sent as, by the ending of its name: browsers do not agree on the type. Null if it has none of these endings. */
export function typeByEnding({ name }: Pick<File, "name">, endings: readonly Ending[]): string | null {
	const ending = name.split(".").at(-1)?.toLowerCase();
	const found = endings.find((each) => each === ending);
	return found ? BY_ENDING[found] : null;
}
