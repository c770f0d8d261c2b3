import { whyWithoutControl } from "#contract/controls/without-control.ts";
import type { FindingDetail } from "#contract/findings/vulnerabilities.ts";
import { placeText } from "#contract/format/place.ts";
import { timeText } from "#contract/format/time.ts";
import { ControlsAbout } from "#src/lib/controls/controls-about.tsx";
import { EvidenceAbout } from "#src/lib/evidence/evidence-section.tsx";
import { engineLabel } from "#src/lib/findings/finding-labels.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { Voices } from "#src/lib/findings/voices.tsx";
import { TicketsAbout } from "#src/lib/tickets/tickets-about.tsx";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Evidence } from "#src/ui/evidence.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { FindingStateBadge } from "../finding-state-badge.tsx";
import { useGiveVerdict } from "../verdicts/use-give-verdict.tsx";
import { VerdictButtons } from "../verdicts/verdict-buttons.tsx";
import { stateText } from "../verdicts/verdict-labels.ts";
import { WaitingNote } from "../verdicts/waiting-note.tsx";
import { SightingsSection, VerdictsSection } from "./history-sections.tsx";
import { RetestSection } from "./retest-section.tsx";

const Fact = ({ label, value }: { label: string; value: string }) => (
	<div className="min-w-0">
		<dt className="text-13 text-quiet">{label}</dt>
		<dd className="wrap-anywhere text-15 tabular-nums">{value}</dd>
	</div>
);

/** One finding in full, with the verdicts a reader can give. */
export function FindingView({ detail }: { detail: FindingDetail }) {
	const { tracked, finding, sightings, verdicts, retest } = detail;
	const { fingerprint, title, state } = tracked;
	const { can } = useScope();
	const giving = useGiveVerdict();
	const waiting = giving.waiting.get(fingerprint);
	const standing = stateText(tracked);
	const without = whyWithoutControl(tracked.rule);
	return (
		<>
			<p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-15">
				<SeverityMark severity={tracked.severity} />
				<FindingStateBadge state={state} />
			</p>
			<p className="wrap-anywhere mt-1 font-mono text-15">
				<bdi>{placeText(tracked.location)}</bdi>
			</p>
			{standing && <p className="wrap-anywhere mt-2 max-w-[62ch] whitespace-pre-line text-15">{standing}</p>}
			<div className="mt-2 flex flex-wrap gap-x-5 print:hidden">
				{waiting ? (
					<WaitingNote waiting={waiting} about={title} onTakeBack={() => void giving.takeBack([fingerprint])} />
				) : can("work") ? (
					<VerdictButtons
						state={state}
						about={title}
						onVerdict={(verdict) => giving.give(verdict, { findings: [tracked], about: title })}
					/>
				) : (
					<RoleNote permission="work" what="decide about findings" />
				)}
			</div>
			<dl className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4 md:grid-cols-4">
				<Fact label="First seen" value={timeText(tracked.firstSeenAt)} />
				<Fact label="Last seen" value={timeText(tracked.lastSeenAt)} />
				<Fact label="Found by" value={engineLabel(tracked.engine)} />
				<Fact
					label="Confidence"
					value={tracked.confidence === "high" ? "High" : "Low: this may be a false alarm, so check it first"}
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
			<Section id="controls" heading="Controls">
				<ControlsAbout
					filter={{ finding: fingerprint }}
					none={
						without ? `It is evidence against no control. ${without}` : "It is evidence against none of your controls."
					}
				/>
			</Section>
			<Section id="collected" heading="Collected evidence">
				<EvidenceAbout about={{ type: "finding", id: fingerprint }} />
			</Section>
			<Section id="meaning" heading="What it means">
				<Voices why={finding.why} fix={finding.fix} />
			</Section>
			<Section id="tickets" heading="Tickets">
				<TicketsAbout about={{ type: "finding", fingerprint }} ended={state === "fixed"} />
			</Section>
			<RetestSection fingerprint={fingerprint} retest={retest} />
			<SightingsSection sightings={sightings} />
			<VerdictsSection verdicts={verdicts} />
			{giving.dialog}
		</>
	);
}
