import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { CUSTODY_ACTS, evidenceId, NOTE_LIMIT, place, subject, TITLE_LIMIT } from "#contract/evidence/evidence.ts";
import { FILES_LIMIT, fileName, mediaType, sha256 } from "#contract/evidence/files.ts";
import { finding, scanFact, scanReport, sentItem } from "#contract/findings.ts";
import { reportDetail, reportFormat, reportRequest } from "#contract/reports.ts";
import { coverage, scanFailure, scanKind, severityCounts, timelineItem } from "#contract/scans.ts";
import { scheduleRequest, scheduleStatus } from "#contract/schedules.ts";
import { severity } from "#contract/severity.ts";
import { findingState } from "#contract/vulnerabilities.ts";
import { client, clientCode, clientCreation } from "./workspaces.ts";

/** The file in which a client is handed over: a .zip with a manifest, data as JSON, files, and a page that opens offline. */
export const CLIENT_FILE = { format: "plumbline-client", version: 1, mediaType: "application/zip" } as const;

const short = z.string().check(atMost(500, "A text is too long."));
const host = z.string().check(z.minLength(1), atMost(253, "A host’s name is too long."), z.lowercase());
const time = z.iso.datetime();
const id = z.uuid();
const path = z.string().check(z.regex(/^(?:data|files)\/(?:[\w-]+\/){0,2}[\w-][\w.-]{0,120}$|^index\.html$/));

/** `manifest.json`: what the file is, and each other file in it. */
export const clientManifest = z.object({
	format: z.literal(CLIENT_FILE.format),
	version: z.int(),
	exportedAt: time,
	/** Whose client it was. Untrusted text, like everything in the file. */
	workspace: z.object({ name: short }),
	client: z.object({ name: short }),
	/** `sha256` in hex. */
	files: z.array(z.object({ path, bytes: z.int(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })),
});
export type ClientManifest = z.infer<typeof clientManifest>;

/** `data/client.json`. */
export const clientInFile = z.object({
	name: clientCreation.shape.name,
	code: clientCode,
	color: client.shape.color,
	country: z.string().check(z.regex(/^(?:[A-Z]{2})?$/)),
	sector: short,
	contact: short,
	archivedAt: z.nullable(time),
});

/** `data/hosts.json`: a list. Proofs that hosts are one's own are not in it: they are the workspace's, and found anew. */
const hostInFile = z.object({
	host,
	removedAt: z.nullable(time),
	facts: z.array(z.object({ ...scanFact.shape, scope: z.string(), seenAt: time })),
});

/** `data/days.json`: a list of how many findings were open at the end of days. */
const dayInFile = z.object({ day: z.iso.date(), ...severityCounts.shape });

/** `data/scans-….json`: lists of scans that have ended. The address that a report was mailed to is not in it. */
const scanInFile = z.object({
	id,
	kind: scanKind,
	target: z.string().check(atMost(2_048, "A target is too long.")),
	request: z.record(z.string(), z.string()),
	note: short,
	status: z.enum(["completed", "failed"]),
	acceptedAt: time,
	startedAt: z.nullable(time),
	finishedAt: time,
	coverage: z.nullable(coverage),
	failure: z.nullable(scanFailure),
	report: z.nullable(scanReport),
	sent: z.array(sentItem),
	timeline: z.array(timelineItem),
	raw: z.array(z.object({ name: short, mediaType: short, createdAt: time, file: path })),
});

/** `data/findings-….json`: lists of findings with their history. */
const findingInFile = z.object({
	finding,
	/** The host whose scan saw it. */
	asset: host,
	scope: z.string(),
	scanId: id,
	firstSeenAt: time,
	lastSeenAt: time,
	seenFrom: time,
	missedFrom: z.nullable(time),
	fixedAt: z.nullable(time),
	reopenedAt: z.nullable(time),
	verdict: z.nullable(
		z.object({
			state: z.enum(["fixed", "false-positive", "accepted"]),
			reason: z.string(),
			until: z.nullable(z.iso.date()),
		}),
	),
	saidAt: z.nullable(time),
	changes: z.array(
		z.object({ at: time, what: z.enum(["new", "worse", "reopened", "fixed"]), severity, scanId: z.nullable(id) }),
	),
	sightings: z.array(
		z.object({ scanId: id, at: time, seen: z.boolean(), severity: z.nullable(severity), state: findingState }),
	),
	verdicts: z.array(
		z.object({ state: findingState, reason: z.string(), until: z.nullable(z.iso.date()), saidAt: time }),
	),
	retests: z.array(z.object({ scanId: id, askedAt: time, state: findingState, severity })),
});

/** `data/schedules.json`: a list. Taken in, they are paused. */
const scheduleInFile = z.object({ ...scheduleRequest.shape, status: scheduleStatus, createdAt: time });

/** `data/reports.json`: a list of reports that are about this client alone. Links that share them are not in it. */
const reportInFile = z.object({
	id,
	template: reportRequest.shape.template,
	name: short,
	createdBy: short,
	request: reportRequest,
	acceptedAt: time,
	status: z.enum(["completed", "failed"]),
	failure: z.nullable(z.string()),
	sections: reportDetail.shape.sections,
	downloads: z.int(),
	files: z.array(z.object({ format: reportFormat, file: path })),
});

/** `data/evidence-….json`: lists of evidence with its custody. */
const evidenceInFile = z.object({
	id: evidenceId,
	title: z.string().check(z.minLength(1), atMost(TITLE_LIMIT, "A title is too long.")),
	note: z.string().check(atMost(NOTE_LIMIT, "A note is too long.")),
	takenAt: time,
	receivedAt: time,
	/** A name. Accounts are not in the file. */
	takenBy: short,
	device: short,
	place: z.nullable(place),
	files: z
		.array(
			z.object({
				name: fileName,
				type: mediaType,
				bytes: z.int(),
				sha256,
				/** Null: it did not fit into this file. */
				file: z.nullable(path),
				/** Null: it has none. */
				thumbnail: z.nullable(path),
			}),
		)
		.check(z.maxLength(FILES_LIMIT)),
	about: z.array(subject),
	/** Oldest first. `by` is the name at that time. */
	custody: z.array(z.object({ at: time, by: short, what: z.enum(CUSTODY_ACTS), about: z.nullable(subject) })),
});

/** Each kind of data with its schema, in parts: `data/scans-0001.json`. */
export const CLIENT_FILE_DATA = {
	hosts: hostInFile,
	days: dayInFile,
	scans: scanInFile,
	findings: findingInFile,
	schedules: scheduleInFile,
	reports: reportInFile,
	evidence: evidenceInFile,
} as const;
export type ClientFileSection = keyof typeof CLIENT_FILE_DATA;
export type ClientFileRow<S extends ClientFileSection> = z.infer<(typeof CLIENT_FILE_DATA)[S]>;
export type ClientInFile = z.infer<typeof clientInFile>;
