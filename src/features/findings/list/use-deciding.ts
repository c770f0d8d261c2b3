import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { FindingFilter, FindingState, TrackedFinding } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import { STATE_LABELS } from "#src/lib/findings/finding-labels.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { useChosen } from "#src/ui/list/use-chosen.ts";
import { useNeighborFocus } from "#src/ui/list/use-neighbor-focus.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { useGiveVerdict } from "../verdicts/use-give-verdict.tsx";
import type { Deciding } from "./deciding.ts";
import { placesOnDevice, readPlaces } from "./read-places.ts";
import { aboutOf, currentIn, findingsIn, holds, type Subject, subjectName, withoutRepeats } from "./subject.ts";

type Listed = { subjects: readonly Subject[]; filter: FindingFilter; sample: boolean; mixed: boolean };

/** Selecting rows of a list and deciding about them, one or many. Render `dialog` in the screen. */
export function useDeciding({ subjects, filter, sample, mixed }: Listed) {
	const client = useQueryClient();
	const { scope } = useScope();
	const verdicts = useGiveVerdict();
	const leaving = useNeighborFocus(verdicts.isAsking);
	const byName = useMemo(() => new Map(subjects.map((one) => [subjectName(one), one])), [subjects]);
	const chosen = useChosen(
		subjectName,
		useCallback(
			(one: Subject) => currentIn(one, byName, (problem) => placesOnDevice(client, scope, problem, filter)),
			[byName, client, scope, filter],
		),
	);

	async function give(state: FindingState, about: readonly Subject[], onDone: () => void): Promise<void> {
		const found = new Map<string, TrackedFinding>();
		for (const one of withoutRepeats(about)) {
			const findings = one.type === "place" ? [one.finding] : await readPlaces(client, scope, one.problem, filter);
			if (!findings) {
				const title = "Nothing was changed";
				const text = `Not all places of “${one.type === "problem" ? one.problem.title : ""}” are on this device. Connect to decide about all of them, or open it and decide about those that are.`;
				return void notify({ title, text }).catch(() => undefined);
			}
			for (const finding of findings) found.set(finding.fingerprint, finding);
		}
		// A row that is already in that state needs no second decision.
		const findings = [...found.values()].filter((finding) => finding.state !== state);
		const [first] = about;
		if (!first) return;
		if (findings.length === 0) {
			const text = `${aboutOf(first)}: ${STATE_LABELS[state]} already.`;
			return void notify({ title: "Nothing was changed", text }).catch(() => undefined);
		}
		const text = about.length === 1 ? aboutOf(first) : counted(findings.length, "finding");
		verdicts.give(state, { findings, about: text, onDone });
	}

	const deciding: Deciding = {
		sample,
		filter,
		mixed,
		waiting: verdicts.waiting,
		placesOf: (problem) => placesOnDevice(client, scope, problem, filter),
		isChosen: chosen.has,
		choose: chosen.choose,
		give(state, subject, by) {
			leaving(subjectName(subject));
			const isBulk = by === "key" && chosen.chosen.length > 0;
			void give(
				state,
				isBulk ? chosen.chosen : [subject],
				isBulk ? chosen.none : () => chosen.drop((one) => holds(subject, one)),
			);
		},
		takeBack: (fingerprints) => void verdicts.takeBack(fingerprints),
	};
	return {
		deciding,
		dialog: verdicts.dialog,
		undoLast: verdicts.undoLast,
		bulk: {
			/** How many rows are selected, and how many findings they hold. */
			chosen: chosen.chosen.length,
			findings: findingsIn(chosen.chosen),
			chooseAll: () => chosen.all(subjects),
			chooseNone: chosen.none,
			give: (state: FindingState) => void give(state, chosen.chosen, chosen.none),
		},
	};
}
