import { type ReactNode, type SyntheticEvent, useRef } from "react";
import { SEVERITIES, type Severity } from "#contract/findings/severity.ts";
import { READER_LABELS, READERS } from "#contract/reader.ts";
import type { SeverityCounts } from "#contract/scans/scans.ts";
import { CodeText } from "#src/ui/code-text.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { chooseReader, useReader } from "./reader.ts";
import { SeverityMark } from "./severity.tsx";
import { useFolds } from "./use-folds.ts";

/** The text of a problem's line, and the details that open below it. */
type ProblemLine = {
	/** Such as `H1`: its name in the report and in links. */
	mark: string;
	rule?: string;
	severity: Severity;
	title: string;
	where: { first: string; more: number };
	told: ReactNode;
};

type Props = {
	/** What the bar counts. */
	label: "Findings by severity" | "Problems by severity";
	counts: SeverityCounts;
	problems: readonly ProblemLine[];
};

/** Problems, worst first: one line each, below a bar that leads to each severity. The first high-severity one is open. */
export function ProblemList({ label, counts, problems }: Props) {
	const root = useRef<HTMLDivElement>(null);
	const { allOpen, look, toggleAll } = useFolds(root);
	return (
		<div ref={root}>
			<Jumps label={label} counts={counts} />
			<div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b py-1 print:hidden">
				<ReaderSwitch />
				<TextButton onClick={toggleAll}>{allOpen ? "Close all" : "Open all"}</TextButton>
			</div>
			{SEVERITIES.map((severity) => (
				<div key={severity} id={`severity-${severity}`} className="scroll-mt-12">
					{problems
						.filter((problem) => problem.severity === severity)
						.map((problem) => (
							<Problem key={problem.mark} {...problem} onToggle={look} />
						))}
				</div>
			))}
		</div>
	);
}

const Jumps = ({ label, counts }: Pick<Props, "label" | "counts">) => (
	<nav aria-label={label} className="border-line border-y">
		<ul className="flex max-w-lg flex-wrap justify-between gap-x-2">
			{SEVERITIES.map((severity) => (
				<li key={severity} className="text-13 tabular-nums">
					{counts[severity] === 0 ? (
						<span className="inline-flex min-h-11 items-center gap-1 opacity-75">
							<SeverityMark severity={severity} /> 0
						</span>
					) : (
						<a href={`#severity-${severity}`} className="inline-flex min-h-11 items-center gap-1 text-ink no-underline">
							<SeverityMark severity={severity} /> <b className="font-semibold">{counts[severity]}</b>
						</a>
					)}
				</li>
			))}
		</ul>
	</nav>
);

/** The audience for all explanations on this device. */
function ReaderSwitch() {
	const chosen = useReader();
	return (
		<fieldset className="flex flex-wrap items-center">
			<legend className="float-start pe-2.5 text-13 text-quiet">Explain to</legend>
			{READERS.map((reader) => (
				<label
					key={reader}
					className="relative inline-flex min-h-11 cursor-pointer items-center border-transparent border-b-2 px-2.5 text-15 has-checked:border-ink has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent"
				>
					<input
						type="radio"
						name="reader"
						value={reader}
						checked={reader === chosen}
						onChange={() => chooseReader(reader)}
						className="absolute inset-0 m-0 cursor-pointer opacity-0"
					/>
					{READER_LABELS[reader]}
				</label>
			))}
		</fieldset>
	);
}

type ProblemProps = ProblemLine & { onToggle(event: SyntheticEvent): void };

function Problem({ mark, rule, severity, title, where, told, onToggle }: ProblemProps) {
	return (
		<article id={mark} data-rule={rule} aria-labelledby={`${mark}-title`} className="scroll-mt-4 border-line border-b">
			<details
				open={mark === "H1"}
				onToggle={onToggle}
				className="group print:[&::details-content]:block print:[&::details-content]:[content-visibility:visible]"
			>
				<summary className="relative grid cursor-pointer list-none grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2.5 py-2 pe-6 text-13 lg:grid-cols-[7rem_minmax(0,1fr)_minmax(0,18rem)] [&::-webkit-details-marker]:hidden">
					<span className="flex items-baseline gap-1.5 lg:col-start-1 lg:row-start-1">
						<SeverityMark severity={severity} /> <span className="text-quiet tabular-nums">{mark}</span>
					</span>
					<h3 className="wrap-anywhere col-span-full row-start-2 font-semibold text-15 leading-snug lg:col-span-1 lg:col-start-2 lg:row-start-1">
						<CodeText text={title} />
					</h3>
					<span className="flex gap-1.5 whitespace-nowrap text-quiet lg:col-start-3 lg:row-start-1 lg:justify-end">
						<bdi className="overflow-hidden text-ellipsis font-mono">{where.first}</bdi>
						{where.more > 0 && <span className="flex-none">and {where.more} more</span>}
					</span>
					<span
						aria-hidden="true"
						className="absolute end-1 top-4 size-2 rotate-45 border-quiet border-e-[1.5px] border-b-[1.5px] group-open:top-5 group-open:rotate-225 print:hidden"
					/>
				</summary>
				<div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 pt-1 pb-5 lg:ps-[calc(7rem+10px)]">{told}</div>
			</details>
		</article>
	);
}
