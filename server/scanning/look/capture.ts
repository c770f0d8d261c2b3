import { isIP } from "node:net";
import * as z from "zod/mini";
import { parseTarget, type Target } from "#contract/scans/parse-target.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { refuseShape } from "#server/platform/files/json-shape.ts";
import { headersOf } from "../engines/baseline/gather/web/request-parts.ts";

/** The first field of a file, so that a later form can be told from this one. */
export const CAPTURE_FORMAT = "plumbline-capture-1";
/** Of a whole file. */
export const LONGEST_CAPTURE = 32_000_000;

const address = z.url({ protocol: /^https?$/, error: "an http or https address" });
const port = z.int().check(z.gte(1), z.lte(65_535));
const place = { host: z.string().check(z.minLength(1)), port };

/** One answer of the site. */
const answer = z.strictObject({
	/** What was asked for. */
	url: address,
	status: z.int().check(z.gte(100), z.lte(599)),
	/** Header lines as received, one a line; a status line before them is skipped. */
	head: z.string(),
	/** As text; `bodyBase64` if it is compressed, or not text. Left out: it was empty. */
	body: z.optional(z.string()),
	bodyBase64: z.optional(z.base64()),
	/** True if there was more. */
	isCut: z._default(z.boolean(), false),
});
export type CapturedAnswer = z.infer<typeof answer>;

const portState = z.strictObject({ port, state: z.enum(["open", "refused", "silent"]) });

/** What a server agreed to. */
const tls = z.strictObject({
	...place,
	offered: z.array(z.enum(["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"])),
	/** The suite agreed to when everything was offered, as OpenSSL calls it. */
	preferred: z.strictObject({ version: z.string(), cipher: z.string() }),
	/** Suites agreed to when only ones without encryption or authentication were offered. */
	weakCiphers: z._default(z.array(z.string()), []),
	/** The suite agreed to when only ones without forward secrecy were offered; null if it refused. */
	withoutForwardSecrecy: z.nullable(z.string()),
	/** Whether it lacks protection at renegotiation (RFC 5746); null if that was not tested. */
	insecureRenegotiation: z._default(z.nullable(z.boolean()), null),
	/** Whether it refused what browsers offer; null if that is not known. */
	refusedByBrowsers: z._default(z.nullable(z.boolean()), null),
});

const certificate = z.strictObject({
	...place,
	subject: z.string(),
	issuer: z.string(),
	/** Alternative names as OpenSSL writes them, such as `DNS:example.com, DNS:www.example.com`. */
	names: z.string(),
	validFrom: z.iso.datetime(),
	validTo: z.iso.datetime(),
	selfSigned: z._default(z.boolean(), false),
	/** OpenSSL's code for why its chain is not trusted, such as `UNABLE_TO_VERIFY_LEAF_SIGNATURE`; null if it is. */
	untrusted: z._default(z.nullable(z.string()), null),
	/** Whether one of its names is the host's. */
	coversHost: z.boolean(),
	key: z.strictObject({ type: z.string(), bits: z.nullable(z.int()) }),
	/** OpenSSL's name, such as `sha256WithRSAEncryption`; null if it is not known. */
	signature: z.nullable(z.string()),
	/** Whether it says that an OCSP response comes with it (RFC 7633), and whether one came; null if that is not known. */
	mustStaple: z._default(z.boolean(), false),
	stapled: z._default(z.nullable(z.boolean()), null),
});

/** What the name servers said to one question. */
const question = z.strictObject({
	name: z.string().check(z.minLength(1)),
	type: z.enum(["TXT", "CAA", "MX"]),
	/** Empty if there are none. TXT joined, CAA as `tag value`, MX as `priority host`. */
	records: z.array(z.string()),
});

const capture = z.strictObject({
	format: z.literal(CAPTURE_FORMAT, `"${CAPTURE_FORMAT}"`),
	/** The address or host name that was looked at. */
	target: z.string(),
	/** Dates are judged as of then. */
	capturedAt: z.iso.datetime(),
	/** For each way in, such as http and https, the answers from `/` on: redirects in order, then what they led to. */
	walks: z.optional(z.array(z.array(answer).check(z.minLength(1), z.maxLength(20))).check(z.maxLength(10))),
	/** Ports that were tried. */
	ports: z.optional(z.array(portState)),
	/** The answer to a request with this foreign `Origin`. */
	cors: z.optional(z.strictObject({ ...answer.shape, origin: z.string() })),
	tls: z.optional(z.array(tls)),
	certificates: z.optional(z.array(certificate)),
	dns: z.optional(z.array(question)),
	/** Answers to requests for `/.git/HEAD`, `/.env` and `/.well-known/security.txt`. */
	files: z.optional(z.array(answer).check(z.maxLength(20))),
});
export type Capture = Omit<z.infer<typeof capture>, "target"> & { target: Target };

/** Reads a file of captured answers. What is wrong with it is said with its place in the file. */
export function readCapture(text: string): { ok: true; capture: Capture } | { ok: false; message: string } {
	let json: unknown;
	try {
		refuseShape(text);
		json = JSON.parse(text);
	} catch (error) {
		if (error instanceof BadFile) return { ok: false, message: error.message };
		return { ok: false, message: `It is not JSON: ${error instanceof Error ? error.message : String(error)}.` };
	}
	const read = capture.safeParse(json, { error: z.locales.en().localeError });
	if (!read.success) {
		const [issue] = read.error.issues;
		const where = issue && issue.path.length > 0 ? `“${issue.path.join(".")}”` : "The file";
		return { ok: false, message: `${where} is not as it should be: ${issue?.message ?? "it cannot be read"}.` };
	}
	const target = parseTarget(read.data.target);
	if (!target.ok) return { ok: false, message: `“target” cannot be read. ${target.message}` };
	return { ok: true, capture: { ...read.data, target: target.target } };
}

/** An address for evidence that needs one: the host itself if it is one, or one that documentation may use (RFC 5737). */
export const addressOf = (host: string): { address: string; family: 4 | 6 } => {
	const family = isIP(host);
	return family === 0 ? { address: "192.0.2.1", family: 4 } : { address: host, family: family === 6 ? 6 : 4 };
};

const MOST_HEADERS = 1_000;

/** Header lines as a browser reads them: names in lower case, folded lines joined, lines without a colon left out. */
export function readHead(head: string): Map<string, string[]> {
	/** Names and values in turn. */
	const raw: string[] = [];
	for (const line of head.split(/\r?\n/, MOST_HEADERS)) {
		if (/^[ \t]/.test(line)) {
			if (raw.length > 0) raw.push(`${raw.pop()} ${line.trim()}`);
			continue;
		}
		const colon = line.indexOf(":");
		if (colon <= 0 || /^HTTP\/\d/i.test(line)) continue;
		raw.push(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
	}
	return headersOf(raw);
}
