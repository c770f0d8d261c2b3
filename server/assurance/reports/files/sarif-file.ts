import { createHash } from "node:crypto";
import type { Finding } from "#contract/findings/findings.ts";
import type { Severity } from "#contract/findings/severity.ts";
import { withoutCode } from "#contract/format/code-spans.ts";
import { placeText } from "#contract/format/place.ts";
import { site } from "#src/config/site.ts";
import { clientName, hasSeveralClients } from "../data/clients.ts";
import type { ReportData, ReportFinding } from "../data/report-data.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const LEVELS: Record<Severity, string> = { high: "error", medium: "warning", low: "note", none: "none" };
/** `security-severity` as code hosts read it: a CVSS-like number. */
const SCORES: Record<Severity, string> = { high: "8.0", medium: "5.5", low: "3.0", none: "0.0" };

/** The assessment's findings as SARIF 2.1.0, for tools that track them. */
export function sarifFile(data: ReportData): string {
	const { findings, generatedAt, name, workspace, client } = data;
	const several = hasSeveralClients(data);
	const rules = [...Map.groupBy(findings, ({ finding }) => ruleKey(finding))].map(([id, [first]]) => ({ id, first }));
	const indexes = new Map(rules.map(({ id }, index) => [id, index]));
	return `${JSON.stringify({
		$schema: SCHEMA,
		version: "2.1.0",
		runs: [
			{
				tool: {
					driver: {
						name: site.name,
						rules: rules.flatMap(({ id, first }) => (first ? [ruleOf(id, first.finding)] : [])),
					},
				},
				automationDetails: { description: { text: name.toWellFormed() }, guid: guidOf(`${generatedAt} ${name}`) },
				invocations: [{ executionSuccessful: true, endTimeUtc: generatedAt }],
				columnKind: "utf16CodeUnits",
				results: findings.map((row) => {
					const result = resultOf(row, indexes.get(ruleKey(row.finding)) ?? 0);
					const named = { ...result.properties, client: clientName(data, row.client).toWellFormed() };
					return several ? { ...result, properties: named } : result;
				}),
				properties: {
					workspace: workspace.name.toWellFormed(),
					...(client && { client: client.name.toWellFormed() }),
				},
			},
		],
	})}\n`;
}

const ruleKey = ({ engine, rule }: Finding): string => `${engine}/${rule}`;

/** SARIF's `text` is plain, so code loses its backticks. */
const ruleOf = (id: string, { title, why, fix, cwe, severity }: Finding) => ({
	id,
	shortDescription: { text: withoutCode(title) },
	fullDescription: { text: withoutCode(why.engineer || title) },
	help: { text: withoutCode(`${fix.engineer}\n\nFor the owner: ${why.owner} ${fix.owner}`) },
	defaultConfiguration: { level: LEVELS[severity] },
	properties: {
		"security-severity": SCORES[severity],
		tags: ["security", ...(cwe === null ? [] : [`external/cwe/cwe-${cwe}`])],
	},
});

/** There is no line of code to point to: the place is an address, and the message says what was seen there. */
function resultOf(row: ReportFinding, ruleIndex: number) {
	const { finding, state, verdict } = row;
	const place = placeText(finding.location);
	const seen = finding.evidence.map(({ source, text }) => `${source}: ${text}`).join("\n");
	const suppressed = state === "accepted" || state === "false-positive";
	return {
		ruleId: ruleKey(finding),
		ruleIndex,
		level: LEVELS[finding.severity],
		message: { text: `${withoutCode(finding.title)} (${place})${seen === "" ? "" : `\n${seen}`}` },
		locations: [
			{
				physicalLocation: { artifactLocation: { uri: uriOf(finding) } },
				logicalLocations: [{ fullyQualifiedName: place, kind: "resource" }],
			},
		],
		partialFingerprints: { "plumblineFingerprint/v1": finding.fingerprint },
		baselineState: state === "fixed" ? "absent" : "unchanged",
		...(suppressed && {
			suppressions: [
				{ kind: "external", status: "accepted", ...(verdict?.reason && { justification: verdict.reason }) },
			],
		}),
		properties: { state, firstSeenAt: row.firstSeenAt, lastSeenAt: row.lastSeenAt, confidence: finding.confidence },
	};
}

function uriOf({ location: { host, port, path } }: Finding): string {
	const name = host.includes(":") ? `[${host}]` : encodeURIComponent(host);
	if (port === 0) return `dns:${encodeURIComponent(host)}`;
	const scheme = port === 443 || port === 8443 ? "https" : port === 80 || port === 8080 ? "http" : "tcp";
	// Without its slash a path could read as the rest of a host's name.
	const rooted = path === "" || path.startsWith("/") ? path : `/${path}`;
	// What a target had already encoded stays as it is.
	const encoded = encodeURI(rooted.toWellFormed()).replace(/%25([0-9a-f]{2})/gi, "%$1");
	return `${scheme}://${name}:${port}${encoded}`;
}

/** The same data gives the same run: a UUID of its hash (marked as version 5, the hash-based one that SARIF accepts). */
function guidOf(text: string): string {
	const hex = createHash("sha256").update(text).digest("hex");
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
