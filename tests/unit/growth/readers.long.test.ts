import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { csvOf } from "#contract/csv.ts";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { parseTarget } from "#contract/scans/parse-target.ts";
import { questionOf } from "#server/assurance/assessments/templates/question-cells.ts";
import { TASKS as QUESTIONNAIRES } from "#server/assurance/questionnaires/file/tasks.ts";
import { recalculated } from "#server/assurance/questionnaires/file/xlsx/recalculated.ts";
import { createMatcher } from "#server/assurance/questionnaires/match/matcher.ts";
import { plainCode } from "#server/identity/accounts/codes.ts";
import { deviceName } from "#server/identity/accounts/sessions/device-name.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { mailTarget, unlinked } from "#server/platform/mail/unlinked.ts";
import { isDeliverable, mailboxOf } from "#server/platform/texts/mailbox.ts";
import { visibleText } from "#server/platform/texts/visible-text.ts";
import type { Walk } from "#server/scanning/engines/baseline/evidence.ts";
import { allowedPaths, parseRobots } from "#server/scanning/engines/baseline/gather/crawl/robots.ts";
import { readSitemap } from "#server/scanning/engines/baseline/gather/crawl/sitemap.ts";
import { answerOf } from "#server/scanning/engines/baseline/gather/web/answer.ts";
import { decodeBody } from "#server/scanning/engines/baseline/gather/web/decode-body.ts";
import { readMarkup } from "#server/scanning/engines/baseline/gather/web/html.ts";
import { matchFile, PROBED_PATHS } from "#server/scanning/engines/baseline/gather/web/match-file.ts";
import { lookAtPart } from "#server/scanning/engines/baseline/look.ts";
import { readDmarc } from "#server/scanning/engines/baseline/rules/dns/read-dmarc.ts";
import { readSpf } from "#server/scanning/engines/baseline/rules/dns/read-spf.ts";
import { isMtaSts, isTlsRpt } from "#server/scanning/engines/baseline/rules/dns/smtp-tls.ts";
import { knownBypasses } from "#server/scanning/engines/baseline/rules/headers/bypass-hosts.ts";
import { openerPolicy } from "#server/scanning/engines/baseline/rules/headers/cross-origin.ts";
import { headerPolicies } from "#server/scanning/engines/baseline/rules/headers/csp.ts";
import { lookAtServices } from "#server/scanning/engines/nmap/look.ts";
import { nmapProgress } from "#server/scanning/engines/nmap/progress.ts";
import { readNmapXml } from "#server/scanning/engines/nmap/read-xml.ts";
import { dedupe } from "#server/scanning/engines/shared/dedupe.ts";
import { sanitize } from "#server/scanning/engines/shared/foreign-text.ts";
import { parseJson } from "#server/scanning/engines/shared/parse-json.ts";
import { readAbsolute, readAuthority } from "#server/scanning/engines/shared/proxy/read-request.ts";
import { redactAddresses, redactMatch } from "#server/scanning/engines/shared/redact.ts";
import { steadyPath } from "#server/scanning/engines/shared/steady-path.ts";
import { lookAtSslyze } from "#server/scanning/engines/sslyze/look.ts";
import { sslyzeProgress } from "#server/scanning/engines/sslyze/progress.ts";
import { lookAtWapiti } from "#server/scanning/engines/wapiti/look.ts";
import { createWapitiProgress } from "#server/scanning/engines/wapiti/progress.ts";
import { visitedPaths } from "#server/scanning/engines/wapiti/visited.ts";
import { lookAtZap } from "#server/scanning/engines/zap/look.ts";
import { planLimits } from "#server/scanning/engines/zap/plan.ts";
import { createZapLog } from "#server/scanning/engines/zap/progress.ts";
import { plainText } from "#server/scanning/engines/zap/texts.ts";
import { identifyInGenerator, identifyInHeader } from "#server/scanning/software/identify.ts";
import { identifyService } from "#server/scanning/software/identify-cpe.ts";
import { identifyInScript } from "#server/scanning/software/identify-script.ts";
import { refusedLines } from "#src/features/outbox-screen/carry/carry.ts";
import { sharedTarget } from "#src/features/scans/launch/use-shared-target.ts";
import { readCarried } from "#src/requests/carried.ts";
import { faultyGrowth, faultyGrowthOn, type Hostile } from "#tests/support/growth/growth.ts";
import { parseTargets } from "#tests/support/outbox/parse-targets.ts";
import { EVERY_ANSWER } from "#tests/support/questionnaires/every-answer.ts";
import { certificate, exchange, http, page, redirects, tls } from "../server/scanning/engines/baseline/builders.ts";

const NOW = new Date("2026-11-21");
const WHERE = { host: "a.example", port: 443 };
const ENDS = ["", '\u0000"\n@'];

/** What texts of every kind are made of, and how they start if that is read first. */
const WORDS = [
	"a",
	"A",
	"1",
	" ",
	"\t",
	"\n",
	"\r\n",
	".",
	"-",
	"/",
	"@",
	"=",
	":",
	";",
	",",
	'"',
	"'",
	"é",
	"\u0000",
	"\\",
	"%",
	"a.",
	"a@",
	"1.",
	" a",
	"a=",
	"a/1 ",
	"a/1",
	"a;",
	"a:",
	'""',
	"a\n",
	"//",
	"?",
	"/?",
	"a=a&",
	"=@",
	';"',
	"<",
	"<a ",
	"<a b c='d' ",
	"<img src=a>",
	"<img src=':'>",
	"<script src=/jquery-1.1.js></script>",
	"</script",
	"<!--",
	"<title>",
	"<meta name=generator content=a>",
	"<base href=/a>",
	"&amp;",
	"&#",
	"<![CDATA[",
	"<table><tr>",
	"<svg",
	"/jquery.js?",
	"/jquery-1",
	"/jquery.js?a&",
	"jquery/1.",
	"cookie:a=",
	"authorization:",
	"token",
	"pwd = ",
	"-----BEGIN",
	"[",
	"{",
	'{"a":',
	"[[],",
	"[1,",
	"<port>",
	"<host>",
	"<cpe>",
	"default-src a; ",
	"a b c;",
	"v=spf1 ",
	"User-agent: a\nDisallow: /\n",
	"Disallow: *a\n",
	"*a",
	"<loc>https://a.example/a</loc>",
	"<a href=b>",
	"; p = ",
];
const STARTS: Record<string, string[]> = {
	lookAtHeaders: ['max-age=1; a="', "script-src 'nonce-"],
	identifyInScript: ["/jquery.js?", "/jquery.js?ver=", "/jquery-1.1", "/jquery@1.1", "/jquery/1.1"],
	robots: ["User-agent: *\n", "User-agent: *\nDisallow: /", "User-agent: *\nDisallow: *a*"],
	readSitemap: ["<urlset>", "<urlset><loc>https://a.example/", "<urlset><loc><![CDATA[", "<!DOCTYPE a ["],
	readMarkup: ["<a ", "<a href=/", "<template>", "<base href='https://a/", "<script>", "<title>", "<!--", "<img src='"],
	readNmapXml: ["<nmaprun>", '<nmaprun><host a="', "<nmaprun><host><port>", "<!DOCTYPE "],
	parseJson: ['"', "["],
	redactMatch: ["cookie:", "authorization: ", "token"],
	isDeliverable: ["a@", "a@a"],
	mailTarget: ["http://"],
	parseTarget: ["http://", "["],
	readAbsolute: ["http://", "http://["],
	readAuthority: ["["],
	nmapProgress: ['<taskprogress task="a"'],
	sharedTarget: ["https://a"],
	parseTargets: ["a", '"'],
	csvOf: [";"],
	questionnaireCsv: ['"', "question,answer\n", "question,answer\nDo you"],
	questionnaireCells: ["<c><v>", "<c t='str'><v>_x0041_</v></c><c><f>", "<c/></row><row>"],
	questionnaireText: ["<w:p>", "<w:r><w:t>1. Do you", "<w:r><w:t>Do you?</w:t></w:r></w:p><w:p><w:r><w:t>Answer:"],
	filledCsv: ['"', "question,answer\n", "question,answer\nDo you?,\n"],
	filledCells: [
		"<c t='str'><v>Question</v></c><c t='str'><v>Answer</v></c></row><row><c t='str'><v>Do you?</v></c><c/>",
		"<c t='str'><v>Question</v></c><c t='str'><v>Answer</v></c></row>",
	],
	filledText: ["<w:p>", "<w:r><w:t>Do you?</w:t></w:r></w:p><w:p><w:r><w:t>Answer:"],
	recalculated: ["<calcPr ", "<calcPr/>", "<definedNames>"],
	matchQuestion: ["two factor "],
};
const hostile = (name: string): Hostile[] =>
	["", ...(STARTS[name] ?? [])].flatMap((start) => WORDS.flatMap((word) => ENDS.map((end) => ({ start, word, end }))));

const bytes = (text: string) => ({ status: "whole", bytes: Buffer.from(text) }) as const;
const headersOf = (text: string) => {
	const names = ["server", "x-powered-by", "x-generator", "set-cookie", "content-security-policy", "referrer-policy"];
	const more = ["strict-transport-security", "x-frame-options", "access-control-allow-origin", "permissions-policy"];
	const last = ["cross-origin-opener-policy", "cross-origin-resource-policy", "x-content-type-options", "location"];
	return Object.fromEntries([...names, ...more, ...last].map((name) => [name, text]));
};
const ended = (text: string): Walk => ({
	start: http,
	hops: [exchange(headersOf(text))],
	end: { status: "answered", exchange: exchange(headersOf(text)) },
});
const service = (text: string) => ({
	host: "a.example",
	port: 80,
	name: text,
	product: text,
	version: text,
	extra: text,
	tls: false,
	probed: true,
	cpes: [`cpe:/a:${text}`],
});
/** What is compared with the patterns of a robots.txt. */
const ROBOTS_PATHS = ["/", `/${"a".repeat(400)}`, `/${"a/".repeat(200)}b`];
const limits = { requestMs: 1_000, bodyBytes: 2_000_000 };
const zapReport = (text: string) => {
	const instance = { uri: `https://a.example/?${text}`, method: "GET", param: "a", attack: text, evidence: text };
	const alert = { pluginid: "1", name: text, riskcode: "1", confidence: "2", desc: text, solution: text };
	const site = { "@name": "https://a.example", alerts: [{ ...alert, instances: [instance] }] };
	return JSON.stringify({ "@programName": "ZAP", site: [site] });
};
const wapitiReport = (text: string) => {
	const item = { method: "GET", path: text, info: text, level: 1, parameter: text, http_request: text };
	return JSON.stringify({ vulnerabilities: { "SQL Injection": [item] }, infos: {} });
};
const sslyzeReport = (text: string) =>
	JSON.stringify({
		invalid_server_strings: [],
		server_scan_results: [
			{ connectivity_status: text, connectivity_error_trace: text, scan_status: text, scan_result: null },
		],
	});
const sheetOf = (text: string) => ({
	sharedStrings: Buffer.from(`<sst><si><t>${text}</t></si></sst>`),
	styles: Buffer.from(`<a>${text}</a>`),
	names: new Map([[text, text]]),
	sheets: [
		{
			name: text,
			hidden: false,
			path: "a",
			xml: Buffer.from(
				`<a><row>${text}</row><dataValidation type="list" sqref="A1:A9"><formula1>${text}</formula1></dataValidation></a>`,
			),
		},
	],
	sheetsLeft: 0,
});
const documentOf = (body: string) => Buffer.from(`<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`);
const matcher = createMatcher([{ id: "a", question: "Do you use two-factor authentication?", answer: "a", words: "" }]);
const counts = { forwarded: 1, unanswered: 0, refused: 0 };
const csv = csvOf<string>({ a: (text) => text });

/** Everything that reads untrusted text, called the way the product does. */
const READERS: Record<string, (text: string) => unknown> = {
	readMarkup: (text) => readMarkup(text, "https://a.example/"),
	decodeBody: (text) => decodeBody(bytes(""), new Map([["content-type", [text]]]), 1_000),
	robots: (text) => allowedPaths(parseRobots(text, "a"), ROBOTS_PATHS),
	readSitemap: (text) =>
		readSitemap({ url: "https://a.example/sitemap.xml", headers: new Map() }, bytes(text), 2_000_000, 500),
	matchFile: (text) => PROBED_PATHS.map((path) => matchFile(path, exchange(), bytes(text), 1_000_000)),
	lookAtHeaders: (text) => lookAtPart("headers", { units: [page(headersOf(text))], gaps: [] }, limits, NOW),
	lookAtContent: (text) => lookAtPart("content", { units: [page({}, { markup: text })], gaps: [] }, limits, NOW),
	lookAtSoftware: (text) => lookAtPart("software", { walks: [ended(text)], gaps: [] }, limits, NOW),
	answerOf: (text) => answerOf(exchange({ ...headersOf(text), "retry-after": text }, { status: 503 }), bytes(text)),
	lookAtCors: (text) =>
		lookAtPart("cors", { units: [{ exchange: exchange(headersOf(text)), origin: text }], gaps: [] }, limits, NOW),
	lookAtMail: (text) =>
		lookAtPart(
			"mail",
			{
				units: [{ domain: "a.example", spf: [text], dmarc: [text], receiving: { mtaSts: [text], tlsRpt: [text] } }],
				gaps: [],
			},
			limits,
			NOW,
		),
	lookAtRedirects: (text) =>
		lookAtPart("redirects", { units: [redirects({ walks: [ended(text)] })], gaps: [] }, limits, NOW),
	lookAtTls: (text) => {
		const agreed = { offered: [], weakCiphers: [text], withoutForwardSecrecy: text };
		const unit = tls({ ...agreed, preferred: { version: text, cipher: text } });
		return lookAtPart("tls", { units: [unit], gaps: [] }, limits, NOW);
	},
	readNmapXml,
	lookAtServices: (text) => lookAtServices([service(text)], NOW),
	nmapProgress: (text) => nmapProgress("versions", text),
	lookAtSslyze: (text) => [
		lookAtSslyze(text, text, certificate().endpoint, NOW),
		lookAtSslyze(sslyzeReport(text), text, certificate().endpoint, NOW),
	],
	sslyzeProgress,
	lookAtWapiti: (text) => [
		lookAtWapiti(text, text, { at: WHERE, path: "/", counts }, NOW),
		lookAtWapiti(wapitiReport(text), text, { at: WHERE, path: "/", counts }, NOW),
	],
	wapitiProgress: (text) => createWapitiProgress(1, () => undefined)(text),
	lookAtZap: (text) => [
		lookAtZap({ last: text, passive: text }, { ...WHERE, origin: "https://a.example", path: "/", mayLimit: true }, NOW),
		lookAtZap(
			{ last: zapReport(text), passive: "" },
			{ ...WHERE, origin: "https://a.example", path: "/", mayLimit: true },
			NOW,
		),
	],
	zapLog: (text) => createZapLog({ onProgress: () => undefined, limits: planLimits(900), now: () => 0 }).line(text),
	plainText,
	parseJson,
	identifyInHeader,
	identifyInGenerator,
	identifyInScript,
	steadyPath,
	visitedPaths: (text) => visitedPaths([`https://a.example/${text}`]),
	identifyService: (text) => identifyService({ product: text, version: text, extra: text, cpes: [text] }),
	sanitize: (text) => sanitize(text),
	redactMatch: (text) => redactMatch(text),
	redactAddresses: (text) => redactAddresses(`GET /?${text}`, text),
	knownBypasses: (text) =>
		knownBypasses(headerPolicies(exchange({ "content-security-policy": `script-src ${text}` })), true),
	openerPolicy: (text) => openerPolicy(`same-origin; a="${text}`),
	isMtaSts: (text) => isMtaSts(`v=STSv1; id=1;${text}`),
	isTlsRpt: (text) => isTlsRpt(`v=TLSRPTv1; rua=${text}`),
	readSpf: (text) => [readSpf(text), readSpf(`v=spf1 a:${text} ip6:${text} redirect=${text}`)],
	readDmarc: (text) => [readDmarc(text), readDmarc(`v=DMARC1; p=${text}`)],
	readAbsolute,
	readAuthority,
	parseTarget,
	isDeliverable,
	mailboxOf,
	plainCode,
	deviceName,
	mailTarget,
	unlinked: (text) => unlinked(text, 60),
	visibleText,
	csvOf: (text) => csv.line(text),
	questionnaireCsv: (text) => QUESTIONNAIRES.readCsv(Buffer.from(text)),
	questionnaireCells: (text) => QUESTIONNAIRES.readWorkbook(sheetOf(text)),
	questionnaireText: (text) => QUESTIONNAIRES.readDocument(documentOf(text)),
	filledCsv: (text) => QUESTIONNAIRES.fillCsv(Buffer.from(text), EVERY_ANSWER),
	filledCells: (text) => QUESTIONNAIRES.fillWorkbook(sheetOf(text), EVERY_ANSWER),
	filledText: (text) => QUESTIONNAIRES.fillDocument(documentOf(text), EVERY_ANSWER),
	recalculated: (text) => {
		try {
			recalculated(Buffer.from(`<workbook><sheets/>${text}</workbook>`));
		} catch (error) {
			if (!(error instanceof BadFile)) throw error;
		}
	},
	matchQuestion: (text) => matcher.match(text, 3),
	/** As many records as fit, none of which is one. */
	handOverFile: ({ length }) =>
		refusedLines(
			readCarried(
				Array.from({ length: length / 32 }, () => 0),
				null,
			),
		),
	parseTargets: (text) =>
		parseTargets(text, {
			kind: "combined",
			email: "a@example.org",
			client: "",
			clients: [],
			note: "",
			waiting: new Set(),
			columns: null,
		}),
	questionOf: (text) => questionOf(() => text),
	sharedTarget: (text) => sharedTarget(new URLSearchParams([["share-text", text]])),
};

test.each(Object.entries(READERS))(
	"what %s costs grows with the text and no faster, from 1 kB to 1 MB",
	(name, read) => {
		expect(faultyGrowthOn(hostile(name), read)).toBeUndefined();
	},
	// It only stops hangs: on a busy machine the costliest reader needs minutes.
	240_000,
);

/** Whatever the schema requires, with this text wherever it requires a text. */
function filled(schema: z.core.$ZodType, text: string): unknown {
	const { def } = (schema as z.core.$ZodTypes)._zod;
	switch (def.type) {
		case "object":
			return Object.fromEntries(Object.entries(def.shape).map(([name, of]) => [name, filled(of, text)]));
		case "array":
			return [filled(def.element, text)];
		case "optional":
		case "nullable":
			return filled(def.innerType, text);
		case "union": {
			const [first] = def.options;
			return first && filled(first, text);
		}
		case "literal":
			return def.values[0];
		case "boolean":
			return true;
		default:
			return text;
	}
}

describe("the cost of a call's schemas grows no faster than the text", () => {
	const calls = Object.entries<Operation>(OPERATIONS).flatMap(([name, { params, query, body }]) =>
		[params, query, body].flatMap((schema): [string, z.ZodMiniType][] => (schema ? [[name, schema]] : [])),
	);
	test.each(calls)("%s", (_name, schema) => {
		const read = (text: string) => schema.safeParse(filled(schema, text));
		expect(faultyGrowthOn(hostile("isDeliverable").slice(0, 60), read)).toBeUndefined();
	});
});

test("joining the evidence of many findings in one place takes time in proportion to their number", () => {
	const [one] = lookAtServices([service("a")], NOW).findings;
	if (!one) throw new Error("a service without a version is a finding");
	const many = (size: number) =>
		Array.from({ length: size / 64 }, (_, at) => ({ ...one, evidence: [{ source: "a", text: String(at) }] }));
	expect(faultyGrowth((size) => dedupe(many(size)))).toBeUndefined();
});

test("a base of a megabyte is cut before twenty thousand images are resolved against it", () => {
	const body = (size: number) =>
		`<base href="https://a.example/${"a".repeat(size)}">${"<img src=b>".repeat(size / 50)}`;
	expect(faultyGrowth((size) => readMarkup(body(size), "https://a.example/"))).toBeUndefined();
	const { references } = readMarkup(body(1_000_000), "https://a.example/");
	expect(references).toHaveLength(2_000);
	expect(Math.max(...references.map(({ url }) => url.length))).toBeLessThanOrEqual(2_048);
});
