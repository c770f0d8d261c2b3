import { counted } from "#contract/format/count.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import {
	type ControlInWindow,
	type Effectiveness,
	FINDING_OUTCOMES,
	type FindingOutcome,
	type OutcomeCounts,
	type TestInWindow,
} from "#contract/frameworks/effectiveness.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Section } from "#src/ui/page/section.tsx";

const OUTCOME_LABELS: Record<FindingOutcome, string> = {
	"fixed-in-time": "Fixed in time",
	"fixed-late": "Fixed late",
	open: "Open, not yet due",
	overdue: "Overdue",
	accepted: "Accepted",
	"false-positive": "False positive",
};

function Population({ counts, label }: { counts: OutcomeCounts; label: string }) {
	return (
		<ul aria-label={label} className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-x-4 gap-y-3">
			{FINDING_OUTCOMES.map((outcome) => (
				<li key={outcome} className={counts[outcome] === 0 ? "text-quiet" : ""}>
					<span className="block font-semibold text-26 leading-none tabular-nums">
						{counts[outcome].toLocaleString("en")}
					</span>
					<span className="mt-1 block text-13">{OUTCOME_LABELS[outcome]}</span>
				</li>
			))}
		</ul>
	);
}

const gapText = ({ from, to }: TestInWindow["gaps"][number]) =>
	from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`;

function TestFacts({ test }: { test: TestInWindow }) {
	const { title, due, ran, passed, failed, incomplete, gaps, hosts } = test;
	const facts = [
		["Due", due],
		["Ran", ran],
		["Passed", passed],
		["Failed", failed],
		["Incomplete", incomplete],
	] as const;
	return (
		<div className="mt-3 border-line border-t pt-3">
			<h4 className="wrap-anywhere font-medium text-15">
				<bdi>{title}</bdi>
			</h4>
			<dl className="mt-1.5 flex flex-wrap gap-x-6 gap-y-2">
				{facts.map(([label, count]) => (
					<div key={label} className="min-w-12">
						<dt className="text-13 text-quiet">{label}</dt>
						<dd className="font-semibold text-17 tabular-nums">{count.toLocaleString("en")}</dd>
					</div>
				))}
				{hosts && (
					<div>
						<dt className="text-13 text-quiet">Hosts looked at</dt>
						<dd className="font-semibold text-17 tabular-nums">
							{hosts.looked.toLocaleString("en")} of {hosts.all.toLocaleString("en")}
						</dd>
					</div>
				)}
			</dl>
			{gaps.length > 0 && (
				<p className="mt-2 text-15">
					<strong>{counted(gaps.length, "gap")}:</strong> nothing ran {gaps.map(gapText).join("; ")}.
				</p>
			)}
		</div>
	);
}

function ControlFacts({ control }: { control: ControlInWindow }) {
	const { controlId, code, title, requirements, tests, population, remarks } = control;
	const found = Object.values(population).reduce((sum, count) => sum + count, 0);
	return (
		<article
			aria-labelledby={`window-${controlId}`}
			className="rounded-card border border-line-strong bg-raised p-4 md:p-5"
		>
			<h3 id={`window-${controlId}`} className="wrap-anywhere text-17">
				<Link to={`/dashboard/controls/${controlId}`} className="font-semibold">
					<span className="me-2 font-mono font-normal text-15">{code}</span>
					<bdi>{title}</bdi>
				</Link>
			</h3>
			<p className="wrap-anywhere text-13 text-quiet">Serves {requirements.join(", ")}</p>
			{tests.map((test) => (
				<TestFacts key={test.testId} test={test} />
			))}
			{found > 0 && (
				<div className="mt-4 border-line border-t pt-3">
					<p className="mb-2 text-13 text-quiet">Findings in this time</p>
					<Population counts={population} label={`Findings of ${code}`} />
				</div>
			)}
			{remarks.length > 0 && (
				<ul className="mt-3 list-disc border-line border-t ps-5 pt-3 text-15">
					{remarks.map((remark) => (
						<li key={remark}>{remark}</li>
					))}
				</ul>
			)}
		</article>
	);
}

/** What an auditor asks for about a period: what was due and what ran for each control, gaps included, and all findings of that time. */
export function EffectivenessReport({ report }: { report: Effectiveness }) {
	const { from, to, firstScanAt, controls, population, untested } = report;
	return (
		<>
			<p className="text-15">
				{dayText(from)} to {dayText(to)}.{" "}
				{firstScanAt === null
					? "There was no scan yet."
					: firstScanAt.slice(0, from.length) > from
						? `The first scan was on ${timeText(firstScanAt)}: nothing is known about the days before.`
						: ""}
			</p>
			<Section id="population" heading="Findings of this time">
				<Population counts={population} label="Findings of this time" />
				<p className="mt-3 text-13 text-quiet">Each finding once, by what had become of it on the last day.</p>
			</Section>
			<Section id="operated" heading="How the controls operated">
				{controls.length === 0 && <p className="text-15 text-quiet">No control of this framework has a test.</p>}
				<ul className="grid gap-3">
					{controls.map((control) => (
						<li key={control.controlId} className="min-w-0">
							<ControlFacts control={control} />
						</li>
					))}
				</ul>
			</Section>
			{untested.length > 0 && (
				<Section id="untested" heading="Tested by nothing">
					<p className="text-15">An auditor will find these first.</p>
					<ul className="mt-2">
						{untested.map(({ controlId, code, title }) => (
							<li key={controlId} className="border-line border-t">
								<Link
									to={`/dashboard/controls/${controlId}`}
									className="wrap-anywhere inline-flex min-h-11 items-center gap-2 text-15"
								>
									<span className="font-mono text-13">{code}</span> <bdi>{title}</bdi>
								</Link>
							</li>
						))}
					</ul>
				</Section>
			)}
		</>
	);
}
