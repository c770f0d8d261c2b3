import type { CustodyEntry, Subject } from "#contract/evidence/evidence.ts";
import { requirementOf } from "#src/lib/evidence/about.ts";

/** The ids of findings and scans mean nothing to a person. */
function thingText(about: Subject | null): string {
	switch (about?.type) {
		case "asset":
			return `the host ${about.id}`;
		case "finding":
			return "a vulnerability";
		case "scan":
			return "a scan";
		case "control":
			return "a control";
		case "requirement":
			return `the requirement ${requirementOf(about.id).requirement}`;
		case "task":
			return "a task";
		default:
			return "something";
	}
}

/** `Ada Lovelace put it on the host db.example.`: one line of the custody list, without its time. */
export function custodyText({ what, by, about }: CustodyEntry): string {
	switch (what) {
		case "received":
			return `Received from ${by.name}.`;
		case "redacted":
			return `${by.name} covered parts of the pictures before sending them.`;
		case "recorded":
			return "Recorded by Plumbline.";
		case "submitted":
			return `${by.name} submitted it for review.`;
		case "accepted":
			return `${by.name} accepted it.`;
		case "returned":
			return `${by.name} returned it.`;
		case "withdrawn":
			return `${by.name} withdrew it.`;
		case "superseded":
			return `${by.name} accepted a newer piece in its place.`;
		case "changed":
			return `${by.name} changed what is written about it.`;
		case "linked":
			return `${by.name} put it on ${thingText(about)}.`;
		case "unlinked":
			return `${by.name} took it off ${thingText(about)}.`;
		case "opened":
			return `${by.name} opened a file.`;
	}
}
