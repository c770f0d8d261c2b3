import { readFileSync } from "node:fs";
import { Ajv } from "ajv";

const FILE = new URL(import.meta.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));

/** Checks a log against the schema of SARIF 2.1.0. */
export function sarifValidator() {
	const { $schema: _, id: _id, ...schema } = JSON.parse(readFileSync(FILE, "utf8"));
	const ajv = new Ajv({
		strict: false,
		// Its patterns are older than the stricter kind.
		unicodeRegExp: false,
		formats: { uri: (text: string) => URL.canParse(text), "uri-reference": true, "date-time": /^\d{4}-.*Z$/ },
	});
	return ajv.compile(schema);
}
