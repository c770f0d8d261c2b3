import fc from "fast-check";
import { ENTRY_PATHS } from "#contract/requests/entries.ts";
import type { Call, Document, JsonSchema } from "#server/app/api-docs/openapi.ts";
import { fromSchema, type Meanings } from "./from-schema.ts";
import { pictures } from "./pictures.ts";
import { nearly, wildJson, wildText } from "./wild.ts";

/** Who sends a request. `eve` has nothing to lose: her password is known, so calls that end accounts succeed. */
const CALLERS = ["nobody", "ada", "ben", "eve", "expired", "forged"] as const;
export type Caller = (typeof CALLERS)[number];

/** A value in a path: text, or the nth of the ids that an account has when the request is sent. */
export type InPath = string | { of: "ada" | "ben"; nth: number };
export type WildRequest = {
	caller: Caller;
	params: Record<string, InPath>;
	/** As sent, with its question mark. */
	query: string;
	headers: Record<string, string>;
	body: Buffer | undefined;
};

const GOOD_HOSTS = [
	"example.com",
	"a.example.com",
	"b.example.com:8443",
	"https://c.example.com/login?next=1",
	"http://d.example.com",
	"A.Example.com.",
	"93.184.215.20",
];
const BAD_HOSTS = [
	"slow.example.com",
	"inside.example.com",
	"missing.example.net",
	"127.0.0.1",
	"10.0.0.1",
	"0x7f.1",
	"[::1]",
	"[::ffff:10.0.0.1]:443",
	"169.254.169.254",
	"localhost",
];

/** What fields of our API mean, so that requests get past the first check. */
export function meaningsOf(emails: string[], password: string, fingerprints: string[], owned: string[]): Meanings {
	const host = fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom(...GOOD_HOSTS) },
		{ weight: 3, arbitrary: fc.constantFrom(...owned, ...owned.map((name) => `https://${name}/`)) },
		{ weight: 1, arbitrary: fc.constantFrom(...BAD_HOSTS) },
	);
	const given = fc.constantFrom(password, password, password, "an entirely new one");
	const code = fc.stringMatching(/^[A-Z2-9]{8}$/);
	return {
		target: host,
		url: host,
		host,
		hosts: fc.array(host, { maxLength: 3 }),
		email: fc.oneof(
			fc.constantFrom(...emails),
			fc.nat(50).map((n) => `visitor-${n}@example.org`),
		),
		password: given,
		password2: given,
		current: given,
		code,
		timeZone: fc.constantFrom("UTC", "UTC", "Europe/Berlin", "America/New_York", "Nowhere/Land"),
		expression: fc.constantFrom(
			"0 3 * * 1",
			"0 0 1 1 *",
			"*/5 * * * *",
			"0 0 30 2 *",
			"0 0 L * *",
			"@daily",
			"61 * * * *",
		),
		at: fc.constantFrom("2027-03-28T02:30", "2020-01-01T00:00", "9999-12-31T23:59"),
		endpoint: fc.constantFrom("https://push.example.com/a", "https://127.0.0.1/a", "http://[::1]:1/a"),
		p256dh: fc.uint8Array({ minLength: 65, maxLength: 65 }).map((bytes) => Buffer.from(bytes).toString("base64url")),
		auth: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString("base64url")),
		modules: fc.constantFrom("sql, xss", "all", "-all", "--help", "sql,,", "nothing"),
		scanId: fc.uuid(),
		controls: fc.constant([]),
		fingerprints: fc.array(fc.constantFrom(...fingerprints, "0".repeat(64)), { minLength: 1, maxLength: 3 }),
		report: fc.stringMatching(/^[\w-]{43}$/),
		endsOn: fc.constantFrom(null, "9998-12-31", "2020-01-01", "2027-02-30"),
		until: fc.constantFrom("2026-12-31", "2027-06-30", "2020-01-01"),
		registration: fc.stringMatching(/^[\w-]{43}$/),
		limit: fc.integer({ min: 1, max: 100 }),
		cursor: fc
			.tuple(fc.constantFrom("2026-11-21T10:00:00.000000Z", "2026-02-30T10:00:00.000000Z"), fc.uuid())
			.map((parts) => Buffer.from(parts.join(" ")).toString("base64url")),
	};
}

/** Values that a header can carry over HTTP at all. */
const headerText = fc.string({
	unit: fc
		.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0xa0, max: 0xff }))
		.map((unit) => String.fromCharCode(unit)),
	maxLength: 60,
});

/** One time in `times`. */
const once = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
	fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => once(16, arbitrary);

const someHeaders = fc.record({
	"Idempotency-Key": once(
		3,
		fc.oneof(
			fc.uuid(),
			fc.nat(3).map((n) => `again-${n}`),
			headerText,
			fc.constantFrom("", " ", "a".repeat(200), "a".repeat(201)),
		),
	),
	"Plumbline-Account": rarely(fc.oneof(fc.constantFrom("anonymous", "", "unclaimed"), fc.uuid(), headerText)),
	"If-None-Match": rarely(fc.oneof(fc.constantFrom("*", 'W/"a", "b"', '"', ","), headerText)),
	Accept: rarely(fc.oneof(fc.constantFrom("text/html", "*/*;q=0", "application/xml"), headerText)),
	"Accept-Encoding": rarely(fc.constantFrom("br;q=1, gzip;q=0", "*;q=0", "identity;q=0", "zstd, , ;;")),
	Origin: rarely(fc.constantFrom("null", "https://other.example", "http://localhost:1")),
	"Sec-Fetch-Site": rarely(fc.constantFrom("cross-site", "same-origin", "none", "?")),
	"X-Forwarded-For": rarely(
		fc.oneof(fc.constantFrom("127.0.0.1", "::ffff:1.2.3.4, x", ",,,", "1.2.3.4:99999"), headerText),
	),
	"X-Forwarded-Proto": rarely(fc.constantFrom("https", "http,https", "gopher")),
	"User-Agent": rarely(headerText),
	"Accept-Language": rarely(headerText),
	Range: rarely(fc.constantFrom("bytes=0-1", "bytes=-1", "bytes=5-2", "lines=1")),
	Expect: rarely(fc.constantFrom("100-continue")),
	Cookie: rarely(
		fc.oneof(fc.constantFrom("session", "session=; device=%zz", "=;=;", "__proto__=1; session=a"), headerText),
	),
});

const TYPES = [
	"application/json; charset=utf-8",
	"application/json; charset=utf-16",
	"application/json;",
	"Application/JSON",
	"application/problem+json",
	"text/plain",
	"text/html",
	"application/x-www-form-urlencoded",
	"multipart/form-data; boundary=x",
	"application/octet-stream",
	"json",
	"/",
	"",
];

/** JSON that is barely JSON, made from a whole body. */
const broken = (text: string): fc.Arbitrary<Buffer> =>
	fc.oneof(
		fc.nat(text.length).map((end) => Buffer.from(text.slice(0, end))),
		fc
			.tuple(fc.nat(text.length), fc.uint8Array({ minLength: 1, maxLength: 4 }))
			.map(([at, bytes]) => Buffer.concat([Buffer.from(text.slice(0, at)), bytes, Buffer.from(text.slice(at))])),
		fc.constantFrom(
			Buffer.from(text.replace(/^\{/, '{"__proto__":{"admin":true},')),
			Buffer.from(text.replace(/^\{/, '{"constructor":{"prototype":{"admin":true}},')),
			Buffer.from(text.replace(/^\{"(\w+)":/, '{"$1":null,"$1":')),
			Buffer.from(`\ufeff${text}`),
			Buffer.from(text, "utf16le"),
			Buffer.from(`${text}${text}`),
			Buffer.from(`${"[".repeat(6_000)}${"]".repeat(6_000)}`),
			Buffer.from(`${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}`),
			Buffer.from("1e400"),
			Buffer.from(`"${"x".repeat(70_000)}"`),
			Buffer.from(`[${"0,".repeat(8_000)}0]`),
			Buffer.from("\u0000"),
			Buffer.from([0xff, 0xfe, 0xc0, 0xaf]),
		),
	);

function bodies(schema: JsonSchema, meanings: Meanings): fc.Arbitrary<Buffer | undefined> {
	const valid = fromSchema(schema, meanings);
	const asText = (value: unknown) => Buffer.from(JSON.stringify(value) ?? "");
	return fc.oneof(
		{ weight: 6, arbitrary: valid.map(asText) },
		{ weight: 6, arbitrary: valid.chain(nearly).map(asText) },
		{ weight: 2, arbitrary: wildJson.map(asText) },
		{ weight: 2, arbitrary: valid.chain((value) => broken(JSON.stringify(value))) },
		{ weight: 1, arbitrary: fc.constantFrom(undefined, Buffer.alloc(0)) },
	);
}

const pairOf = (name: string, value: unknown) =>
	`${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(value).toWellFormed())}`;

function queries(call: Call, meanings: Meanings): fc.Arbitrary<string> {
	const known = call.parameters.filter((parameter) => parameter.in === "query");
	const names = fc.oneof(
		{ weight: 8, arbitrary: fc.constantFrom(...known.map(({ name }) => name), "format") },
		{ weight: 1, arbitrary: wildText },
	);
	const pair = names.chain((name) => {
		const schema = known.find((parameter) => parameter.name === name)?.schema;
		const value = schema
			? fc.oneof({ weight: 4, arbitrary: fromSchema(schema, meanings, name) }, { weight: 1, arbitrary: wildText })
			: wildText;
		return value.map((value) => pairOf(name, value));
	});
	// Fields that a call requires are present most of the time.
	const needed = known.filter(({ required }) => required);
	const whole = fc.tuple(
		...needed.map(({ name, schema }) => fromSchema(schema, meanings, name).map((value) => pairOf(name, value))),
	);
	const odd = fc.constantFrom(
		"?%zz",
		"?%00=%ff",
		"?&&==&",
		"?a[b]=c&a[]=d",
		`?${"a=b&".repeat(500)}`,
		"?#",
		"?cursor=%ff%fe",
	);
	return fc.oneof(
		{
			weight: 8,
			arbitrary: fc.tuple(whole, fc.array(pair, { maxLength: 3 })).map(([all, more]) => {
				const pairs = [...all, ...more];
				return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
			}),
		},
		{ weight: 1, arbitrary: odd },
	);
}

/** Requests for one operation: most pass the checks of their shape, many are wrong in one place, some everywhere. */
export function requestsFor(document: Document, call: Call, meanings: Meanings): fc.Arbitrary<WildRequest> {
	const inPath = Object.fromEntries(
		call.parameters
			.filter((parameter) => parameter.in === "path")
			.map(({ name, schema }) => [
				name,
				fc.oneof<fc.WeightedArbitrary<InPath>[]>(
					{ weight: 6, arbitrary: fc.record({ of: fc.constantFrom("ada", "ben"), nth: fc.nat(5) }) },
					{ weight: 2, arbitrary: fromSchema(schema, {}).map(String) },
					{ weight: 1, arbitrary: wildText },
				),
			]),
	);
	const schema = call.requestBody?.content["application/json"]?.schema;
	const own = call.operationId === "sendOutbox" ? batchMeanings(document, meanings) : meanings;
	const files = Object.keys(call.requestBody?.content ?? {});
	const sent =
		!schema && files.length > 0
			? fc.record({ body: pictures, type: fc.constantFrom(...files, ...files, ...TYPES) })
			: schema
				? fc.record({
						body: bodies(schema, own),
						type: fc.oneof(
							{ weight: 12, arbitrary: fc.constant("application/json") },
							{ weight: 1, arbitrary: fc.constantFrom(undefined, ...TYPES) },
						),
					})
				: fc.record({
						body: rarely(fc.constant(Buffer.from("{}"))),
						type: rarely(fc.constantFrom("application/json", ...TYPES)),
					});
	return fc.record({
		caller: fc.oneof(
			{ weight: 5, arbitrary: fc.constantFrom("ada", "ben", "eve") },
			{ weight: 3, arbitrary: fc.constantFrom(...CALLERS) },
		),
		params: fc.record(inPath),
		query: queries(call, meanings),
		headers: fc.tuple(someHeaders, sent).map(([headers, { type }]) => {
			const all = Object.entries({ ...headers, "Content-Type": type });
			return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
		}),
		body: sent.map(({ body }) => body),
	});
}

/** For a batch: the bodies of its entries are those of the calls that they stand for. */
export function batchMeanings({ paths }: Document, meanings: Meanings): Meanings {
	const entries = Object.values(ENTRY_PATHS).flatMap((path) => {
		const schema = paths[`/${path}`]?.post?.requestBody?.content["application/json"]?.schema;
		return schema ? [fromSchema(schema, meanings)] : [];
	});
	return {
		...meanings,
		kind: fc.constantFrom(...Object.keys(ENTRY_PATHS)),
		key: fc.uuid(),
		account: fc.constantFrom("anonymous", "", "unclaimed"),
		body: fc.oneof(...entries, wildJson),
	};
}
