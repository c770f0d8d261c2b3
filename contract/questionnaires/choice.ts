/** `No backups are kept` does not mean no. */
const BEGINNING = /^(yes|no|n\/a|not applicable|partly|partially|partial)(?=\s*(?:[,.;:–—]|-\s|$))/i;
const MEANINGS = [
	["yes", "y", "ja", "sí", "si", "oui"],
	["no", "n", "nein", "non"],
	["n/a", "na", "not applicable"],
	["partly", "partially", "partial", "teilweise", "parcial", "partiel"],
];
/** What may follow a value with which an answer begins. */
const BOUNDARY = /^\s*(?:[,.;:–—]|-\s|\n|$)/;

/** The one of these values that an answer begins with, as the list spells it; undefined if it says none of them, or not which. */
export function choiceFor(answer: string, choices: readonly string[]): string | undefined {
	const text = answer.trim();
	const begins = choices.filter((choice) => {
		const value = choice.trim();
		const isThere = value !== "" && text.slice(0, value.length).toLowerCase() === value.toLowerCase();
		return isThere && BOUNDARY.test(text.slice(value.length));
	});
	if (begins.length > 0) return begins.reduce((best, each) => (each.trim().length > best.trim().length ? each : best));
	const said = BEGINNING.exec(text)?.[1]?.toLowerCase();
	const meant = said === undefined ? undefined : MEANINGS.find((words) => words.includes(said));
	return choices.find((choice) => meant?.includes(choice.trim().toLowerCase()));
}
