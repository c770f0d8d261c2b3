import { useId } from "react";
import type { TrackedProblem } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import { placeText } from "#contract/format/place.ts";
import { STATE_LABELS } from "#src/lib/findings/finding-labels.ts";
import { problemName } from "#src/lib/findings/problems.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { ShapeMark } from "#src/ui/shape-mark.tsx";
import { seenText, stateText, unbroken } from "../verdicts/verdict-labels.ts";
import { DecidableRow, MAIN } from "./decidable-row.tsx";
import type { Deciding } from "./deciding.ts";
import { ProblemPlaces } from "./problem-places.tsx";

type Props = {
	problem: TrackedProblem;
	deciding: Deciding;
	isOpen: boolean;
	onOpen(isOpen: boolean): void;
};

/** The text that all have in common; empty if they differ. */
const common = (texts: readonly string[]): string => (new Set(texts).size === 1 ? (texts[0] ?? "") : "");

/** `4 open, 1 fixed`; empty unless every place is on this device. */
function statesText({ places, findings }: TrackedProblem): string {
	if (places.length < findings) return "";
	const counts = [...Map.groupBy(places, ({ state }) => state)];
	return counts.map(([state, those]) => `${those.length} ${STATE_LABELS[state].toLowerCase()}`).join(", ");
}

/** A problem with its number of places, which open below it. */
export function ProblemRow({ problem, deciding, isOpen, onOpen }: Props) {
	const { title, rule, severity, findings, hosts, lastSeenAt, places } = problem;
	const id = useId();
	const { scope } = useScope();
	const { sample } = deciding;
	const known = deciding.placesOf(problem);
	const waiting = known.flatMap(({ fingerprint }) => deciding.waiting.get(fingerprint) ?? []);
	const [first] = waiting;
	const isAllWaiting = first !== undefined && waiting.length === known.length;
	const host = common(places.map(({ location }) => placeText({ ...location, path: "", parameter: "", port: 0 })));
	const facts = [
		deciding.mixed && statesText(problem),
		rule,
		hosts === 1 && host ? host : counted(hosts, "host"),
		scope.client === null && common(places.map(({ client }) => client)),
		unbroken(seenText(lastSeenAt, sample)),
		common(places.map((place) => stateText(place, sample))),
		first && !isAllWaiting && `${waiting.length} waiting to be sent`,
	];
	const isChosen = deciding.isChosen(problemName(problem));
	return (
		<DecidableRow
			subject={{ type: "problem", problem }}
			deciding={deciding}
			severity={severity}
			main={
				<button
					type="button"
					data-row-main=""
					aria-expanded={isOpen}
					aria-controls={isOpen ? id : undefined}
					onClick={() => onOpen(!isOpen)}
					className={MAIN}
				>
					{title}
				</button>
			}
			count={counted(findings, "place")}
			to={null}
			waiting={isAllWaiting ? { verdict: first, fingerprints: known.map(({ fingerprint }) => fingerprint) } : null}
			below={
				isOpen && (
					<div id={id} className="ms-4 mb-2 border-line-strong border-s ps-4 md:ms-24">
						<ProblemPlaces problem={problem} deciding={deciding} isChosen={isChosen} />
					</div>
				)
			}
		>
			<span className="me-1.5 inline-block align-[-2px] print:hidden">
				<ShapeMark path={isOpen ? "m2 4 4 4 4-4" : "m4 2 4 4-4 4"} />
			</span>
			{facts.filter(Boolean).join(" · ")}
		</DecidableRow>
	);
}
