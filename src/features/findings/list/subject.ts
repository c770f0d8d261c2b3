import type { FindingState, TrackedFinding, TrackedProblem } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import { placeText } from "#contract/format/place.ts";
import { problemName } from "#src/lib/findings/problems.ts";

/** What a row is about, and what can be selected and decided: a problem with all its places, or one place. */
export type Subject = { type: "problem"; problem: TrackedProblem } | { type: "place"; finding: TrackedFinding };

/** A row of a list of problems. A problem in a single place becomes that place. */
export function subjectOf(problem: TrackedProblem): Subject {
	const [only] = problem.places;
	return problem.findings === 1 && only ? { type: "place", finding: only } : { type: "problem", problem };
}

export const subjectName = (subject: Subject): string =>
	subject.type === "problem" ? problemName(subject.problem) : subject.finding.fingerprint;

/** The subject in a few words, for people who hear only a button. */
export function aboutOf(subject: Subject): string {
	if (subject.type === "place") return `${subject.finding.title} on ${placeText(subject.finding.location)}`;
	const { title, findings } = subject.problem;
	return `${title}, ${counted(findings, "place")}`;
}

/** The state of all its findings that are on this device; null if they differ. */
export function stateIn(subject: Subject): FindingState | null {
	if (subject.type === "place") return subject.finding.state;
	const [first, ...others] = subject.problem.places;
	return first && others.every(({ state }) => state === first.state) ? first.state : null;
}

/** Whether a decision about `whole` also covers `part`. */
export const holds = (whole: Subject, part: Subject): boolean =>
	subjectName(whole) === subjectName(part) ||
	(whole.type === "problem" && part.type === "place" && subjectName(whole) === problemName(part.finding));

/** Subjects without places whose problem is also in the list. */
export function withoutRepeats(subjects: readonly Subject[]): Subject[] {
	const whole = new Set(subjects.flatMap((one) => (one.type === "problem" ? subjectName(one) : [])));
	return subjects.filter((one) => one.type === "problem" || !whole.has(problemName(one.finding)));
}

/** A subject's current version in a list; null if it has left. `rows`: the list's rows by name. `placesOf`: the places below a row. */
export function currentIn(
	one: Subject,
	rows: ReadonlyMap<string, Subject>,
	placesOf: (problem: TrackedProblem) => readonly TrackedFinding[],
): Subject | null {
	const own = rows.get(subjectName(one));
	if (own || one.type === "problem") return own ?? null;
	// A place below its problem is not a row of the list itself.
	const whole = rows.get(problemName(one.finding));
	const places = whole?.type === "problem" ? placesOf(whole.problem) : [];
	const finding = places.find(({ fingerprint }) => fingerprint === one.finding.fingerprint);
	return finding ? { type: "place", finding } : null;
}

/** How many findings subjects hold. */
export const findingsIn = (subjects: readonly Subject[]): number =>
	withoutRepeats(subjects).reduce((sum, one) => sum + (one.type === "problem" ? one.problem.findings : 1), 0);
