import { counted } from "#contract/format/count.ts";
import { placeText } from "#contract/format/place.ts";
import type { FindingState, TrackedFinding, TrackedProblem } from "#contract/vulnerabilities.ts";
import { problemName } from "#src/lib/findings/problems.ts";

/** What a row is about, and what can be selected and decided: a problem with all its places, or one place. */
export type Subject = { type: "problem"; problem: TrackedProblem } | { type: "place"; finding: TrackedFinding };

export const subjectName = (subject: Subject): string =>
	subject.type === "problem" ? problemName(subject.problem) : subject.finding.fingerprint;

/** The subject in a few words, for people who hear only a button. */
export function aboutOf(subject: Subject): string {
	if (subject.type === "place") return `${subject.finding.title} on ${placeText(subject.finding.location)}`;
	const { title, findings, places } = subject.problem;
	const [only] = places;
	return findings === 1 && only ? aboutOf({ type: "place", finding: only }) : `${title}, ${counted(findings, "place")}`;
}

/** The state of all its findings as far as they are here; null if they differ. */
export function stateIn(subject: Subject): FindingState | null {
	if (subject.type === "place") return subject.finding.state;
	const [first, ...others] = subject.problem.places;
	return first && others.every(({ state }) => state === first.state) ? first.state : null;
}

/** Several subjects without the places of problems among them. */
export function withoutRepeats(subjects: readonly Subject[]): Subject[] {
	const whole = new Set(subjects.flatMap((one) => (one.type === "problem" ? subjectName(one) : [])));
	return subjects.filter((one) => one.type === "problem" || !whole.has(problemName(one.finding)));
}

/** How many findings subjects hold. */
export const findingsIn = (subjects: readonly Subject[]): number =>
	withoutRepeats(subjects).reduce((sum, one) => sum + (one.type === "problem" ? one.problem.findings : 1), 0);
