import type { Finding, Instead, ScanFact } from "#contract/findings/findings.ts";
import type { Endpoint } from "../shared/evidence.ts";
import { joinPlaces, type Sampled } from "../shared/examples.ts";
import type { Gathered, Part } from "./evidence.ts";
import { factsOf } from "./facts.ts";
import type { Limits } from "./gather/session.ts";
import { gatherCertificate } from "./gather/tls/certificate.ts";
import type { Handshake } from "./gather/tls/handshake.ts";
import { gatherContent } from "./gather/web/content.ts";
import { type AnswersSeen, gatherSoftware } from "./gather/web/software.ts";
import { judge } from "./judge.ts";

/** What was collected for each part. For some parts this is raw data from the target. */
export type Collected = {
	[P in Exclude<Part, "content" | "software" | "certificate">]: Gathered<P>;
} & {
	content: Gathered<"headers">;
	software: AnswersSeen;
	certificate: { greetings: readonly (readonly [Endpoint, Handshake])[]; gaps: string[] };
};

/** The result of one part. */
export type Look = {
	applies: boolean;
	gaps: string[];
	/** What answered in place of the site's page, if no page was seen. */
	instead?: Instead;
	findings: Finding[];
	/** Rules with more places than are listed. */
	sampled: Sampled[];
	facts: ScanFact[];
};

type ReadLimits = Pick<Limits, "requestMs" | "bodyBytes">;

const READ: { readonly [P in Part]: (collected: Collected[P], limits: ReadLimits) => Gathered<P> } = {
	redirects: (gathered) => gathered,
	headers: (gathered) => gathered,
	content: (pages, { bodyBytes }) => gatherContent(pages, bodyBytes),
	cors: (gathered) => gathered,
	software: (seen) => gatherSoftware(seen),
	tls: (gathered) => gathered,
	certificate({ greetings, gaps }, { requestMs }) {
		const read = greetings.map(([endpoint, greeting]) => gatherCertificate(endpoint, greeting, requestMs / 1000));
		return { units: read.flatMap(({ units }) => units), gaps: [...read.flatMap((one) => one.gaps), ...gaps] };
	},
	mail: (gathered) => gathered,
	caa: (gathered) => gathered,
	files: (gathered) => gathered,
};

/** Parses and judges what was collected for one part. Pure. All of it is data from the target, so this runs off the event loop. */
export function lookAtPart<P extends Part>(part: P, collected: Collected[P], limits: ReadLimits, now: Date): Look {
	return lookAtUnits(part, READ[part](collected, limits), now);
}

/** Judges what has been parsed already. Pure. */
export function lookAtUnits<P extends Part>(part: P, { units, ...seen }: Gathered<P>, now: Date): Look {
	const { findings, cut } = joinPlaces(judge(part, units, now), "/");
	return { ...seen, applies: units.length > 0, findings, sampled: cut, facts: factsOf(part, units, now) };
}

/** A part that could not be looked at, and why. */
export const nothing = (gap: string): Look => ({ applies: false, gaps: [gap], findings: [], sampled: [], facts: [] });
