import { useEffect, useRef } from "react";
import { shownOf } from "#contract/controls/standing.ts";
import { counted } from "#contract/format/count.ts";
import {
	countedStandings,
	type FrameworkDetail,
	type RequirementDetail,
	reviewText,
} from "#contract/frameworks/frameworks.ts";
import { StandingBadge } from "#src/lib/controls/standing-badge.tsx";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { pendingWord } from "#src/lib/words/words.ts";
import type { Entry } from "#src/requests/entry.ts";
import { decisionText, saidText } from "./decision-labels.ts";
import { RequirementPanel } from "./requirement-panel.tsx";
import type { Decide } from "./use-decide.tsx";

type Props = {
	framework: FrameworkDetail;
	/** Including decisions made here. */
	requirement: RequirementDetail;
	opened: string;
	onOpen(id: string): void;
	words: readonly Entry[];
	/** Null when not selecting several. */
	isChosen: boolean | null;
	onChoose(isChosen: boolean): void;
	decide: Decide;
};

/** A requirement in the tree. When open, it shows everything about the requirement. */
export function RequirementRow(props: Props) {
	const { framework, requirement, opened, onOpen, words, isChosen, onChoose, decide } = props;
	const { id, title, decision, standing, controls, evidence } = requirement;
	const isOpen = opened === id;
	const counts = countedStandings(controls);
	const box = useRef<HTMLDivElement>(null);
	const arrived = useRef(isOpen);
	// If the address names it, scroll to it.
	useEffect(() => {
		if (arrived.current) box.current?.scrollIntoView({ block: "start" });
	}, []);
	const pending = pendingWord(
		words,
		"decision",
		(body) => body.framework === framework.id && body.requirements.includes(id),
	);
	const facts = [
		requirement.always ? "Always applies" : decision && decisionText(decision),
		controls.length > 0 && counted(controls.length, "control"),
		evidence > 0 &&
			`${counted(evidence, "piece of evidence", "pieces of evidence")}${standing === "covered" || standing === "partly" ? reviewText(requirement) : ""}`,
	].filter(Boolean);
	return (
		<div ref={box} data-requirement={id} className="border-line border-t">
			<div className="flex items-start gap-2">
				{isChosen !== null && (
					<label className="grid size-11 flex-none cursor-pointer place-items-center">
						<input
							type="checkbox"
							checked={isChosen}
							onChange={({ target }) => onChoose(target.checked)}
							className="size-6 cursor-pointer accent-accent"
						/>
						<span className="sr-only">
							Choose {id} {title}
						</span>
					</label>
				)}
				<button
					type="button"
					aria-expanded={isOpen}
					onClick={() => onOpen(isOpen ? "" : id)}
					className="flex min-h-11 min-w-0 grow cursor-pointer flex-col items-start justify-between gap-x-4 gap-y-1 py-2.5 text-start md:flex-row"
				>
					<span className="min-w-0">
						<span className="wrap-anywhere block text-15">
							<span className="me-2 font-mono text-13 text-quiet">{id}</span>
							<span className={isOpen ? "font-semibold" : "font-medium"}>{title}</span>
						</span>
						<span className="block text-13 text-quiet tabular-nums">{facts.join(" · ")}</span>
					</span>
					{standing && decision?.state !== "not-applicable" && (
						<StandingBadge standing={standing} of={{ shown: shownOf(counts), controls: counts.length }} />
					)}
				</button>
			</div>
			{pending && (
				<div className="pb-2">
					<WordNote entry={pending.entry} said={saidText(pending.body)} about={`${id} ${title}`} />
				</div>
			)}
			{isOpen && <RequirementPanel framework={framework} requirement={requirement} decide={decide} />}
		</div>
	);
}
