import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { ControlInWindow, TestInWindow } from "#contract/frameworks/effectiveness.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Population } from "./population.tsx";

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
			<h3 className="wrap-anywhere font-medium text-15">
				<bdi>{title}</bdi>
			</h3>
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

/** A control's numbers in one line: what an auditor looks for before opening it. */
function inShort({ tests, population }: ControlInWindow): string {
	if (tests.length === 0) return "Nothing tests it";
	const sum = (of: (test: TestInWindow) => number) => tests.reduce((all, test) => all + of(test), 0);
	const [failed, gaps, withGaps] = [
		sum((test) => test.failed),
		sum((test) => test.gaps.length),
		sum((test) => test.hosts?.withGaps ?? 0),
	];
	const found = Object.values(population).reduce((all, count) => all + count, 0);
	return [
		`${sum((test) => test.ran).toLocaleString("en")} of ${counted(
			sum((test) => test.due),
			"period",
		)}`,
		...(failed > 0 ? [counted(failed, "failed run")] : []),
		...(gaps > 0 ? [counted(gaps, "gap")] : []),
		...(withGaps > 0 ? [counted(withGaps, "host with gaps", "hosts with gaps")] : []),
		...(found > 0 ? [counted(found, "finding")] : []),
	].join(" · ");
}

/** A control in a window: its numbers in a line, and below it, folded, its tests, findings and remarks. */
export function ControlFacts({ control }: { control: ControlInWindow }) {
	const { controlId, code, title, requirements, tests, population, remarks } = control;
	const found = Object.values(population).some((count) => count > 0);
	return (
		<article aria-labelledby={`window-${controlId}`} className="border-line border-t">
			<details className="group">
				<summary className="flex min-h-14 cursor-pointer items-center gap-3 py-2 marker:content-none">
					<svg
						viewBox="0 0 12 12"
						aria-hidden="true"
						className="size-3.5 flex-none transition-transform duration-120 group-open:rotate-90"
						fill="none"
						stroke="currentColor"
						strokeWidth={1.5}
					>
						<path d="M4.5 1.5 9 6l-4.5 4.5" />
					</svg>
					<span className="min-w-0">
						<span id={`window-${controlId}`} className="wrap-anywhere block font-semibold text-15">
							<span className="me-2 font-mono font-normal">{code}</span>
							<bdi>{title}</bdi>
						</span>
						<span className="wrap-anywhere block text-13 text-quiet">{inShort(control)}</span>
					</span>
				</summary>
				<div className="pb-5 ps-6">
					<p className="wrap-anywhere text-13 text-quiet">
						Serves {requirements.join(", ")}.{" "}
						<Link to={`/dashboard/controls/${controlId}`} className="inline-flex min-h-11 items-center">
							Open this control
						</Link>
					</p>
					{tests.map((test) => (
						<TestFacts key={test.testId} test={test} />
					))}
					{found && (
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
				</div>
			</details>
		</article>
	);
}
