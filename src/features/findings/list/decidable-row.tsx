import type { KeyboardEvent, ReactNode } from "react";
import type { Severity } from "#contract/findings/severity.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { listAction, shortcutOf, takesLetters } from "#src/ui/list/list-keys.ts";
import { RowCheckbox } from "#src/ui/list/row-checkbox.tsx";
import { RowMenu, type RowMenuItem } from "#src/ui/list/row-menu.tsx";
import { needsReason, VERDICT_ACTIONS, VERDICT_CHOICES, VERDICT_KEYS } from "../verdicts/verdict-labels.ts";
import { WaitingNote } from "../verdicts/waiting-note.tsx";
import type { WaitingVerdict } from "../verdicts/waiting-verdicts.ts";
import type { Deciding } from "./deciding.ts";
import { aboutOf, type Subject, stateIn, subjectName } from "./subject.ts";

type Props = {
	subject: Subject;
	deciding: Deciding;
	/** Null inside a problem, which shows it for all its places. */
	severity: Severity | null;
	/** The control that opens it, marked `data-row-main`. */
	main: ReactNode;
	/** After the title, such as how many places. */
	count?: string;
	/** The second line. */
	children: ReactNode;
	/** Where "Open" in the menu leads; null if there is no such page. */
	to: string | null;
	/** A pending verdict on the whole row, and the findings it can be withdrawn for. */
	waiting: { verdict: WaitingVerdict; fingerprints: readonly string[] } | null;
	/** Whether it belongs to a problem that is selected as a whole. */
	isWithin?: boolean;
	/** Below both lines. */
	below?: ReactNode;
};

/** A row of two lines with its menu. Its keys act while the focus is in it; a nested row handles its own. */
export function DecidableRow(props: Props) {
	const { subject, deciding, severity, main, count, children, to, waiting, isWithin = false, below } = props;
	const name = subjectName(subject);
	const about = aboutOf(subject);
	const isChosen = isWithin || deciding.isChosen(name);
	const { can } = useScope();
	const mayDecide = !deciding.sample && can("work");
	const isFree = mayDecide && waiting === null;
	const choices = VERDICT_CHOICES.filter((state) => state !== stateIn(subject));
	const items: RowMenuItem[] = [
		...(isFree ? choices : []).map((state: FindingState) => ({
			label: VERDICT_ACTIONS[state] + (needsReason(state) ? "…" : ""),
			onChoose: () => deciding.give(state, subject, "menu"),
		})),
		...(to ? [{ label: "Open", to }] : []),
	];

	const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
		const isTyping = takesLetters(event.target);
		const state = choices.find((one) => VERDICT_KEYS[one] === shortcutOf(event, isTyping));
		const isSelect = listAction(event, isTyping) === "select";
		if (!isFree || (!state && !isSelect)) return;
		event.preventDefault();
		event.stopPropagation();
		if (state) deciding.give(state, subject, "key");
		else if (!isWithin) deciding.choose(subject, !isChosen);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: its keys are shortcuts to what the row offers as controls.
		<div data-row={name} onKeyDown={onKeyDown} className="border-line border-b">
			<div className="relative flex min-h-11 items-center has-[[data-row-main]:hover]:bg-raised pointer-fine:min-h-9">
				{mayDecide && (
					<RowCheckbox
						about={about}
						checked={isChosen}
						disabled={!isFree || isWithin}
						onChoose={(now) => deciding.choose(subject, now)}
					/>
				)}
				<div
					className={`grid min-w-0 grow gap-x-2 py-1.5 leading-[1.3] pointer-fine:py-px ${severity ? "grid-cols-[auto_minmax(0,1fr)] md:grid-cols-[5.5rem_minmax(0,1fr)]" : ""}`}
				>
					{severity && (
						<span className="flex text-13 leading-[1.3] max-md:row-start-2 md:leading-[1.172rem]">
							<SeverityMark severity={severity} />
						</span>
					)}
					<p className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-15 leading-[1.25] max-md:col-span-full md:flex-nowrap">
						<span className="min-w-0 max-md:grow max-md:basis-40">{main}</span>
						{count && <span className="flex-none whitespace-nowrap font-semibold text-13 tabular-nums">{count}</span>}
					</p>
					<p
						className={`wrap-anywhere line-clamp-2 min-w-0 text-13 text-quiet leading-[1.3] tabular-nums ${severity ? "md:col-start-2" : ""}`}
					>
						{children}
					</p>
				</div>
				{items.length > 0 && <RowMenu about={about} items={items} />}
			</div>
			{waiting && (
				<div className="pb-2 ps-2">
					<WaitingNote
						waiting={waiting.verdict}
						about={about}
						onTakeBack={() => deciding.takeBack(waiting.fingerprints)}
					/>
				</div>
			)}
			{below}
		</div>
	);
}

/** The row's main control covers the row, so that a thumb can hit it. */
export const MAIN =
	"wrap-anywhere line-clamp-2 md:line-clamp-1 cursor-pointer text-start font-semibold text-ink no-underline after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2";
