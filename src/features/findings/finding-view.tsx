import { placeText } from "#contract/format/place.ts";
import { timeText } from "#contract/format/time.ts";
import type { FindingDetail } from "#contract/vulnerabilities.ts";
import { engineWord } from "#src/lib/findings/finding-words.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { Voices } from "#src/lib/findings/voices.tsx";
import { Evidence } from "#src/ui/evidence.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { SightingsSection, VerdictsSection } from "./history-sections.tsx";
import { RetestSection } from "./retest-section.tsx";
import { SayButtons } from "./say-buttons.tsx";
import { StateBadge } from "./state-badge.tsx";
import { useSaying } from "./use-saying.tsx";
import { standingWords } from "./verdict-words.ts";
import { WaitingNote } from "./waiting-note.tsx";

const Fact = ({ label, value }: { label: string; value: string }) => (
	<div className="min-w-0">
		<dt className="text-13 text-quiet">{label}</dt>
		<dd className="wrap-anywhere text-15 tabular-nums">{value}</dd>
	</div>
);

/** One finding with all that is known of it, and what can be said of it. */
export function FindingView({ detail }: { detail: FindingDetail }) {
	const { tracked, finding, sightings, verdicts, retest } = detail;
	const { fingerprint, title, state } = tracked;
	const saying = useSaying();
	const waiting = saying.waiting.get(fingerprint);
	const standing = standingWords(tracked);
	return (
		<>
			<p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-15">
				<SeverityMark severity={tracked.severity} />
				<StateBadge state={state} />
			</p>
			<p className="wrap-anywhere mt-2 max-w-[40ch] font-semibold text-20">{title}</p>
			<p className="wrap-anywhere mt-1 font-mono text-15">
				<bdi>{placeText(tracked.location)}</bdi>
			</p>
			{standing && <p className="wrap-anywhere mt-2 max-w-[62ch] whitespace-pre-line text-15">{standing}</p>}
			<div className="mt-2 flex flex-wrap gap-x-5 print:hidden">
				{waiting ? (
					<WaitingNote waiting={waiting} about={title} onTakeBack={() => void saying.takeBack(fingerprint)} />
				) : (
					<SayButtons
						state={state}
						about={title}
						onSay={(said) => saying.sayOrAsk(said, { fingerprints: [fingerprint], about: title })}
					/>
				)}
			</div>
			<dl className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4 md:grid-cols-4">
				<Fact label="First seen" value={timeText(tracked.firstSeenAt)} />
				<Fact label="Last seen" value={timeText(tracked.lastSeenAt)} />
				<Fact label="Found by" value={engineWord(tracked.engine)} />
				<Fact
					label="Confidence"
					value={tracked.confidence === "high" ? "High" : "Low: what was seen may mislead, check it first"}
				/>
				<Fact label="Rule" value={tracked.rule} />
				{tracked.cwe !== null && <Fact label="Weakness" value={`CWE-${tracked.cwe}`} />}
				{finding.rawSeverity && <Fact label="Tool’s own level" value={finding.rawSeverity} />}
				{tracked.client && <Fact label="Client" value={tracked.client} />}
			</dl>
			<Section id="evidence" heading="Evidence">
				<div className="grid gap-2">
					{finding.evidence.map((one) => (
						<Evidence key={one.source + one.text} {...one} />
					))}
				</div>
			</Section>
			<Section id="meaning" heading="What it means">
				<Voices why={finding.why} fix={finding.fix} level={3} />
			</Section>
			<RetestSection fingerprint={fingerprint} retest={retest} />
			<SightingsSection sightings={sightings} />
			<VerdictsSection verdicts={verdicts} />
			{saying.dialog}
		</>
	);
}
