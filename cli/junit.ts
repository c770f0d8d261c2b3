import { isAtLeast, type Level } from "#contract/command-line.ts";
import type { Finding, ScanPart } from "#contract/findings/findings.ts";

const ENTITIES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&apos;",
};

/** Whether XML 1.0 allows it: hosts can answer with any character. */
const isChar = (code: number) =>
	code === 0x9 ||
	code === 0xa ||
	code === 0xd ||
	(code >= 0x20 && code <= 0xd7ff) ||
	(code >= 0xe000 && code <= 0xfffd) ||
	code >= 0x1_0000;

const escaped = (text: string) =>
	Array.from(text, (char) => (isChar(char.codePointAt(0) ?? 0) ? (ENTITIES[char] ?? char) : "\uFFFD")).join("");

const attribute = (text: string) => escaped(text).replace(/[\t\n\r]/g, " ");

const placeOf = ({ host, port, path, parameter }: Finding["location"]) =>
	`${host}${port === 0 ? "" : `:${port}`}${path}${parameter === "" ? "" : ` (${parameter})`}`;

function testCase(finding: Finding, failOn: Level): string {
	const { engine, rule, title, severity, location, evidence, why, fix } = finding;
	const name = attribute(`${title} at ${placeOf(location)}`);
	const seen = evidence.map(({ source, text }) => `${source}: ${text}`);
	const text = escaped([why.engineer, ...seen, fix.engineer].join("\n"));
	const inner = isAtLeast(finding, failOn)
		? `<failure message="${attribute(title)}" type="${severity}">${text}</failure>`
		: `<system-out>${text}</system-out>`;
	return `    <testcase classname="${attribute(`${engine}.${rule}`)}" name="${name}">${inner}</testcase>\n`;
}

const partCases = (parts: readonly ScanPart[]): string[] =>
	parts.flatMap((part) =>
		part.status === "evaluated"
			? []
			: [
					`    <testcase classname="plumbline" name="${attribute(part.label)}"><skipped message="${attribute(part.reason)}"/></testcase>\n`,
				],
	);

type Scan = { target: string; findings: readonly Finding[]; parts: readonly ScanPart[]; failOn: Level };

/**
 * The findings of a scan as JUnit XML: those at or above the level fail, the others pass with their text. What was not evaluated is
 * skipped.
 */
export function junitOf({ target, findings, parts, failOn }: Scan): string {
	const failures = findings.filter((finding) => isAtLeast(finding, failOn)).length;
	const skipped = partCases(parts);
	const cases = [...findings.map((finding) => testCase(finding, failOn)), ...skipped];
	if (cases.length === 0) cases.push('    <testcase classname="plumbline" name="No findings"/>\n');
	const counts = `tests="${cases.length}" failures="${failures}" errors="0"`;
	return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${attribute(`Plumbline: ${target}`)}" ${counts} skipped="${skipped.length}">\n${cases.join("")}  </testsuite>\n</testsuites>\n`;
}
