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

/** The framework of a requirement and the requirement's own id, which may have spaces: `gdpr Art. 32(1)`. */
export function requirementOf(subjectId: string): { framework: string; requirement: string } {
	const space = subjectId.indexOf(" ");
	return { framework: subjectId.slice(0, space), requirement: subjectId.slice(space + 1) };
}

/** The screen of the subject of evidence. All hosts share one screen. */
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
			const { framework, requirement } = requirementOf(id);
			return `/dashboard/compliance/${framework}?${new URLSearchParams({ requirement })}`;
		}
		case "task":
			return `/dashboard/tasks/${id}`;
		case "assessment":
			return `/dashboard/assessments/${id}`;
	}
}

/** The form used in the capture screen's address, such as `asset:db.example`. */
const aboutText = ({ type, id }: Subject): string => `${type}:${id}`;

/** The subjects named in an address. Anyone may have typed it, so invalid ones are dropped. */
export const readAbout = (query: URLSearchParams): Subject[] =>
	query.getAll("about").flatMap((text) => {
		const colon = text.indexOf(":");
		const read = z.safeParse(subject, { type: text.slice(0, Math.max(colon, 0)), id: text.slice(colon + 1) });
		return read.success ? [read.data] : [];
	});

/** The address for adding evidence about something. */
export const capturePath = (about: Subject): string =>
	`/dashboard/evidence/new?${new URLSearchParams({ about: aboutText(about) })}`;
