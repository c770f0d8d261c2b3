import { expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";

const operations = Object.entries(OPERATIONS) as [string, Operation][];
const namesOf = (which: (operation: Operation) => boolean): string[] =>
	operations.flatMap(([name, operation]) => (which(operation) ? [name] : [])).toSorted();

/** Small, and checked as it arrives: a logo has 100 kB, and a piece of a file is stored unread. */
const UNREAD = ["saveLogo", "sendUpload"];

test("what reads a document that a stranger may have made waits for its turn", () => {
	const unlisted = namesOf(({ file, cost }) => file !== undefined && cost === undefined);
	expect(unlisted.filter((name) => !UNREAD.includes(name))).toEqual([]);
});

test("what costs more than 200 ms of a processor or 50 MB, and what is read without an end in view, is this", () => {
	expect(namesOf(({ cost }) => cost === "work")).toEqual([
		"addOwnFramework",
		"addQuestionnaire",
		"changeQuestionnaireTables",
		"importClient",
		"loadCatalog",
		"loadTemplate",
		"matchQuestionnaire",
		"previewCatalog",
		"previewOwnFramework",
		"previewOwnFrameworkFile",
		"readAssessmentPdf",
		"readQuestionnaireFile",
		"readStatement",
		"replaceOwnFrameworkFile",
		"replaceQuestionnaireFile",
	]);
	expect(namesOf(({ cost }) => cost === "stream")).toEqual([
		"exportAudit",
		"exportFindings",
		"exportMyData",
		"readBundle",
		"readClientFile",
		"readEffectivenessFile",
		"readOscal",
	]);
});

test("only what an account asks for has a share: there is no one else to count it for", () => {
	expect(namesOf(({ cost, access }) => cost !== undefined && access !== "account")).toEqual([]);
});
