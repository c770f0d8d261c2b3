import type { ControlState } from "#contract/controls/controls.ts";
import type { TestKind, TestSpec } from "#contract/controls/tests.ts";
import { counted } from "#contract/format/count.ts";

/** The button label for moving a control to a state. */
export const CONTROL_MOVE_LABELS: Readonly<Record<ControlState, string>> = {
	planned: "Plan again",
	operating: "Operating",
	"not-operating": "Not operating…",
	retired: "Retire…",
};

export const TEST_KIND_LABELS: Readonly<Record<TestKind, string>> = {
	scan: "By scans",
	checklist: "Checklist",
	document: "Document",
	attestation: "Statement",
};

/** `every 30 days`. */
export const cadenceText = (days: number): string => (days === 1 ? "every day" : `every ${counted(days, "day")}`);

/** What a test checks, in a few words. */
export function specText(spec: TestSpec): string {
	switch (spec.kind) {
		case "scan": {
			const hosts = spec.hosts.length === 0 ? "all hosts" : counted(spec.hosts.length, "host");
			return `${counted(spec.classes.length, "kind of finding", "kinds of finding")} on ${hosts}`;
		}
		case "checklist":
			return counted(spec.questions.length, "question");
		case "document":
			return spec.document;
		case "attestation":
			return spec.statement;
	}
}
