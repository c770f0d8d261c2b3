import fc from "fast-check";

/** Texts that have broken programs before. */
const INFAMOUS = [
	"",
	" ",
	"\t",
	"\u0000",
	"a\u0000b",
	"\ud800",
	"\udc00x",
	"\u202ereversed",
	"\ufeff",
	"\u200b",
	"\u2028",
	"İ",
	"ﷺ",
	"e\u0301".repeat(40),
	"👩‍👩‍👧‍👦",
	"__proto__",
	"constructor",
	"prototype",
	"toString",
	"hasOwnProperty",
	"null",
	"undefined",
	"NaN",
	"true",
	"-0",
	"1e999",
	"9007199254740993",
	"-9223372036854775809",
	"' OR 1=1 --",
	"'; DROP TABLE scans; --",
	"%",
	"_%_",
	"\\",
	"\\x00",
	"%00",
	"%zz",
	"../../etc/passwd",
	"..\\..\\win.ini",
	"//",
	"?a=b#c",
	"<script>alert(1)</script>",
	'"><img src=x onerror=alert(1)>',
	"&lt;&amp;&#0;",
	"=1+1",
	"@SUM(A1)",
	"a,b;c\td",
	'""',
	"\r\nSet-Cookie: session=x",
	"{{7*7}}",
	"0000-00-00",
	"2026-02-30",
	"9999-12-31",
	"-271821-04-20",
	"+275760-09-13T00:00:00.001Z",
	"24:00",
	"* * * * *",
	"00000000-0000-0000-0000-000000000000",
	"ffffffff-ffff-ffff-ffff-ffffffffffff",
	"a".repeat(300),
	"é".repeat(3_000),
	",".repeat(500),
];

const codeUnits = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

/** Any text, including many that are known to cause trouble. */
export const wildText: fc.Arbitrary<string> = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(...INFAMOUS) },
	{ weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
	{ weight: 1, arbitrary: codeUnits },
	{ weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
	{
		weight: 1,
		arbitrary: fc.tuple(fc.constantFrom(...INFAMOUS), fc.constantFrom(...INFAMOUS)).map(([a, b]) => a + b),
	},
);

const number = fc.oneof(
	fc.constantFrom(0, -0, 1, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, 5e-324),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Any JSON value. */
export const wildJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4, depthIdentifier: "json" },
		fc.oneof(fc.constantFrom<unknown>(null, true, false), number, wildText),
		fc.array(tie("value"), { maxLength: 4, depthIdentifier: "json" }),
		fc
			.array(fc.tuple(fc.oneof(fc.string({ maxLength: 8 }), wildText), tie("value")), { maxLength: 4 })
			.map(Object.fromEntries),
	),
})).value;

/** The places of all values inside a value, each as the keys that lead to it. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
	if (typeof value !== "object" || value === null) return [path];
	return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

function changed(value: unknown, [key, ...rest]: readonly string[], how: (value: unknown) => unknown): unknown {
	if (key === undefined) return how(value);
	const entries = Object.entries(value as object).flatMap(([name, inner]) => {
		const put = name === key ? changed(inner, rest, how) : inner;
		return put === GONE ? [] : [[name, put] as const];
	});
	return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

const GONE = Symbol("gone");

/** The value with one thing wrong somewhere: replaced, left out, added or repeated. */
export const nearly = (value: unknown): fc.Arbitrary<unknown> => {
	const places = placesIn(value);
	const place = fc.constantFrom(...places);
	const change = fc.oneof(
		wildJson.map((put) => () => put),
		fc.constant(() => GONE),
		wildText.map((text) => (before: unknown) => (typeof before === "string" ? before + text : text)),
		fc.tuple(wildText, wildJson).map(([key, put]) => (before: unknown) => {
			if (Array.isArray(before)) return [...before, put];
			return typeof before === "object" && before !== null
				? Object.fromEntries([...Object.entries(before), [key, put]])
				: [before];
		}),
		fc.integer({ min: 2, max: 60 }).map((times) => (before: unknown) => Array.from({ length: times }, () => before)),
	);
	return fc.tuple(place, change).map(([path, how]) => {
		const result = changed(value, path, how);
		return result === GONE ? null : result;
	});
};

/** The text with something wrong in it: cut, doubled, or with characters changed, inserted or removed. */
export const mutated = (text: string): fc.Arbitrary<string> => {
	const edit = fc.tuple(fc.nat(text.length), fc.nat(12), wildText);
	return fc.oneof(
		fc.nat(text.length).map((end) => text.slice(0, end)),
		fc
			.array(edit, { minLength: 1, maxLength: 5 })
			.map((edits) => edits.reduce((now, [at, gone, put]) => now.slice(0, at) + put + now.slice(at + gone), text)),
		fc.tuple(fc.nat(text.length), fc.nat(text.length)).map(([from, to]) => text.slice(0, to) + text.slice(from)),
	);
};
