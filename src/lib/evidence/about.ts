import * as z from "zod/mini";
import { type Subject, type SubjectType, subject } from "#contract/evidence/evidence.ts";

export const SUBJECT_LABELS: Readonly<Record<SubjectType, string>> = {
	control: "Control",
	requirement: "Requirement",
	finding: "Vulnerability",
	asset: "Host",
	scan: "Scan",
	task: "Task",
	assessment: "Assessment",
};

export const isSameSubject = (a: Subject, b: Subject): boolean => a.type === b.type && a.id === b.id;

/** The screen of what evidence is about. Hosts have one screen together. */
export function subjectPath({ type, id }: Subject): string {
	switch (type) {
		case "finding":
			return `/dashboard/vulnerabilities/${id}`;
		case "scan":
			return `/dashboard/scans/${id}`;
		case "asset":
			return `/dashboard/assets?${new URLSearchParams({ q: id })}`;
		case "control":
			return `/dashboard/controls/${id}`;
		case "requirement": {
			const [framework = "", requirement = ""] = id.split(" ");
			return `/dashboard/compliance/${framework}?${new URLSearchParams({ requirement })}`;
		}
		case "task":
			return `/dashboard/tasks/${id}`;
		case "assessment":
			return `/dashboard/assessments/${id}`;
	}
}

/** As the address of the capture screen says it, such as `asset:db.example`. */
const aboutText = ({ type, id }: Subject): string => `${type}:${id}`;

/** What an address says evidence is about: anyone may have typed it, so what cannot be read is left out. */
export const readAbout = (query: URLSearchParams): Subject[] =>
	query.getAll("about").flatMap((text) => {
		const colon = text.indexOf(":");
		const read = z.safeParse(subject, { type: text.slice(0, Math.max(colon, 0)), id: text.slice(colon + 1) });
		return read.success ? [read.data] : [];
	});

/** Where evidence about something is added. */
export const capturePath = (about: Subject): string =>
	`/dashboard/evidence/new?${new URLSearchParams({ about: aboutText(about) })}`;
