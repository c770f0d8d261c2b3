import { dayText, timeText } from "#contract/format/time.ts";
import type { ControlInWindow, Effectiveness } from "#contract/frameworks/effectiveness.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { ControlFacts } from "./control-in-window.tsx";
import { Population } from "./population.tsx";

/** All tests together. */
function Operated({ controls }: { controls: readonly ControlInWindow[] }) {
	const tests = controls.flatMap((control) => control.tests);
	const sum = (of: (test: (typeof tests)[number]) => number) => tests.reduce((all, test) => all + of(test), 0);
	const numbers = [
		["Periods due", sum((test) => test.due)],
		["With a result", sum((test) => test.ran)],
		["Passed runs", sum((test) => test.passed)],
		["Failed runs", sum((test) => test.failed)],
		["Incomplete runs", sum((test) => test.incomplete)],
	] as const;
	if (tests.length === 0) return null;
	return (
		<ul
			aria-label="All tests of this time"
			className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-x-4 gap-y-3"
		>
			{numbers.map(([label, count]) => (
				<li key={label} className={count === 0 ? "text-quiet" : ""}>
					<span className="block font-semibold text-26 leading-none tabular-nums">{count.toLocaleString("en")}</span>
					<span className="mt-1 block text-13">{label}</span>
				</li>
			))}
		</ul>
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
				<p className="mt-3 text-13 text-quiet">Each finding once, as it was on the last day.</p>
			</Section>
			<Section id="operated" heading="How the controls operated">
				{controls.length === 0 && <p className="text-15 text-quiet">No control of this framework has a test.</p>}
				<Operated controls={controls} />
				<ul className="mt-4">
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
