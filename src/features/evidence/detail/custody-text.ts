import type { CustodyEntry, Subject } from "#contract/evidence/evidence.ts";

/** Findings and scans have ids that say nothing to a person. */
function thingText(about: Subject | null): string {
	switch (about?.type) {
		case "asset":
			return `the host ${about.id}`;
		case "finding":
			return "a vulnerability";
		case "scan":
			return "a scan";
		default:
			return "something";
	}
}

/** `Ada Lovelace put it on the host db.example.`: one line of the custody list, without its time. */
export function custodyText({ what, by, about }: CustodyEntry): string {
	switch (what) {
		case "received":
			return `Received from ${by.name}.`;
		case "changed":
			return `${by.name} corrected the title or the note.`;
		case "linked":
			return `${by.name} put it on ${thingText(about)}.`;
		case "unlinked":
			return `${by.name} took it off ${thingText(about)}.`;
		case "opened":
			return `${by.name} opened a file.`;
	}
}
