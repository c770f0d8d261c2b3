import type { Finding } from "#contract/findings/findings.ts";
import { isAtLeast, type Level } from "./levels.ts";

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

/** The findings of a scan as JUnit XML: those at or above the level fail, the others pass with their text. */
export function junitOf(scan: { target: string; findings: readonly Finding[]; failOn: Level }): string {
	const { target, findings, failOn } = scan;
	const failures = findings.filter((finding) => isAtLeast(finding, failOn)).length;
	const counts = `tests="${Math.max(findings.length, 1)}" failures="${failures}" errors="0"`;
	const cases =
		findings.length === 0
			? '    <testcase classname="plumbline" name="No findings"/>\n'
			: findings.map((finding) => testCase(finding, failOn)).join("");
	return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${attribute(`Plumbline: ${target}`)}" ${counts}>\n${cases}  </testsuite>\n</testsuites>\n`;
}
