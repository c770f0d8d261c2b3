import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { CONTROL_STATE_LABELS, type ControlDetail } from "#contract/controls/controls.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { controlChangeText, controlShown } from "#src/lib/controls/control-words.ts";
import { StandingBadge } from "#src/lib/controls/standing-badge.tsx";
import { EvidenceAbout } from "#src/lib/evidence/evidence-section.tsx";
import { useWords } from "#src/lib/words/use-words.ts";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { pendingWord } from "#src/lib/words/words.ts";
import { useMemberName } from "#src/lib/workspace/members/use-member-name.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { TestsSection } from "../tests/tests-section.tsx";
import { ControlActions } from "./control-actions.tsx";
import { LeftOutSection } from "./left-out-section.tsx";
import { RequirementsSection } from "./requirements-section.tsx";
import { TasksSection } from "./tasks-section.tsx";

/** What people have said about a control. */
function WordsSection({ control: { words } }: { control: ControlDetail }) {
	if (words.length === 0) return null;
	return (
		<Section id="words" heading="History">
			<ol className="text-15">
				{words.map(({ at, by, field, text }) => (
					<li key={`${at} ${field}`} className="wrap-anywhere border-line border-t py-2">
						<span className="me-4 text-13 text-quiet tabular-nums">
							<time dateTime={at}>{timeText(at)}</time> · <bdi>{by.name}</bdi>
						</span>
						<span className="whitespace-pre-line">{text}</span>
					</li>
				))}
			</ol>
		</Section>
	);
}

/** The findings that count against a control, by class. Each class links to its findings. */
function AgainstSection({ control: { against } }: { control: ControlDetail }) {
	if (against.length === 0) return null;
	return (
		<Section id="against" heading="Evidence against it">
			<ul>
				{against.map(({ class: name, label, findings, high }) => (
					<li key={name} className="border-line border-t">
						<Link
							to={`/dashboard/vulnerabilities?${new URLSearchParams({ state: "all", view: "places", class: name })}`}
							className="flex min-h-11 items-center justify-between gap-4 py-1 text-15 text-ink no-underline hover:underline"
						>
							<span className="wrap-anywhere">{label}</span>
							<span className="flex-none text-13 text-quiet tabular-nums">
								{counted(findings, "finding")}
								{high > 0 && `, ${high.toLocaleString("en")} high`}
							</span>
						</Link>
					</li>
				))}
			</ul>
		</Section>
	);
}

type Props = {
	/** As read at `readAt`, in milliseconds. */
	control: ControlDetail;
	readAt: number;
};

/** One control in full. */
export function ControlView({ control: read, readAt }: Props) {
	const { hash } = useLocation();
	// The data loads after the page opens, too late for the browser to scroll to the anchor itself.
	useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash]);
	const words = useWords();
	const nameOf = useMemberName();
	const control = controlShown(read, words, readAt, nameOf);
	const { id, title, standing, why, state, owner, objective, reason } = control;
	const pending = pendingWord(words, "control-change", ({ controlId }) => controlId === id);
	return (
		<>
			<div className="border-line-strong border-s ps-4">
				<StandingBadge standing={standing} />
				<p className="wrap-anywhere mt-1.5 max-w-[62ch] text-17">{why}</p>
			</div>
			<dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 text-15">
				<div>
					<dt className="text-13 text-quiet">State</dt>
					<dd>{CONTROL_STATE_LABELS[state]}</dd>
				</div>
				<div>
					<dt className="text-13 text-quiet">Owner</dt>
					<dd>{owner?.name ?? "Nobody"}</dd>
				</div>
			</dl>
			{reason !== "" && (state === "not-operating" || state === "retired") && (
				<p className="wrap-anywhere mt-2 max-w-[62ch] whitespace-pre-line text-15">{reason}</p>
			)}
			{objective !== "" && (
				<p className="wrap-anywhere mt-3 max-w-[62ch] whitespace-pre-line text-15 text-quiet">{objective}</p>
			)}
			{pending && (
				<div className="mt-4">
					<WordNote entry={pending.entry} said={controlChangeText(pending)} about={title} />
				</div>
			)}
			<ControlActions control={control} />
			<AgainstSection control={control} />
			<TestsSection control={control} words={words} readAt={readAt} />
			<LeftOutSection control={control} />
			<RequirementsSection control={control} />
			<Section id="collected" heading="Evidence on it">
				<EvidenceAbout about={{ type: "control", id }} />
			</Section>
			<TasksSection control={control} words={words} />
			<WordsSection control={control} />
		</>
	);
}
