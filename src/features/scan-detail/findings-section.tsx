import type { ScanReport } from "#contract/findings/findings.ts";
import { counted } from "#contract/format/count.ts";
import { placeText } from "#contract/format/place.ts";
import { ProblemList } from "#src/lib/findings/problem-list.tsx";
import { ReaderVoice } from "#src/lib/findings/voices.tsx";
import { Evidence } from "#src/ui/evidence.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { type Problem, problemsOf } from "./problems.ts";

/** More places than this are collapsed: three show the pattern. */
const PLACES_SHOWN = 3;

function Places({ places }: Pick<Problem, "places">) {
	return (
		<ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
			{places.map(({ fingerprint, location, evidence }) => (
				<li key={fingerprint}>
					<p className="wrap-anywhere mb-1 text-13">
						<span className="text-quiet">Seen at</span> <bdi className="font-mono">{placeText(location)}</bdi>
					</p>
					<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
						{evidence.map((one) => (
							<Evidence key={one.source + one.text} {...one} />
						))}
					</div>
				</li>
			))}
		</ul>
	);
}

/** What a problem's line opens to. */
function Told({ finding, places }: Pick<Problem, "finding" | "places">) {
	const { confidence, cwe, rule, rawSeverity, why, fix } = finding;
	const folded = places.slice(PLACES_SHOWN);
	return (
		<>
			<ReaderVoice why={why} fix={fix} />
			<Places places={places.slice(0, PLACES_SHOWN)} />
			{folded.length > 0 && (
				<details>
					<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
						{counted(folded.length, "more place")}
					</summary>
					<Places places={folded} />
				</details>
			)}
			<p className="wrap-anywhere flex flex-wrap items-center gap-x-4 text-13 text-quiet">
				<span>
					{confidence === "high" ? "High confidence" : "Low confidence: this may be a false alarm, so check it first"}
				</span>
				{cwe !== null && (
					<a
						href={`https://cwe.mitre.org/data/definitions/${cwe}.html`}
						rel="noreferrer"
						className="-my-2 inline-flex min-h-11 items-center md:min-h-9"
					>
						CWE-{cwe}
					</a>
				)}
				<span>
					Rule <span className="font-mono">{rule}</span>
				</span>
				{rawSeverity && <span>Tool’s own level: {rawSeverity}</span>}
			</p>
		</>
	);
}

/** The first place, and how many others there are. */
function whereOf(places: Problem["places"]) {
	const [first = "", ...more] = new Set(places.map(({ location }) => placeText(location)));
	return { first, more: more.length };
}

/** Findings, worst first, each problem listed once. */
export function FindingsSection({ report }: { report: ScanReport }) {
	const problems = problemsOf(report.findings).map(({ mark, severity, finding, places }) => ({
		mark,
		rule: finding.rule,
		severity,
		title: finding.title,
		where: whereOf(places),
		told: <Told finding={finding} places={places} />,
	}));
	return (
		<Section id="findings" heading="Findings">
			{problems.length === 0 ? (
				<p className="text-15">
					No findings
					{report.coverage === "full" ? "." : ", but some parts were not evaluated. Not evaluated does not mean clean."}
				</p>
			) : (
				<ProblemList label="Findings by severity" counts={report.counts} problems={problems} />
			)}
		</Section>
	);
}
