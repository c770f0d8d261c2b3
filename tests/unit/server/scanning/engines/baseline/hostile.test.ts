import { expect, test } from "vitest";
import { forOneScan, type Readers } from "#server/scanning/engines/readers.ts";
import { hostile, redirectTo, respond } from "#tests/support/engines/hostile-target.ts";
import { readerOfOneScan } from "#tests/support/engines/readers.ts";
import { completed, failed, IMPATIENT, reasonsOf, rulesOf, scan } from "./scan.ts";
import { running, start } from "./start-hostile.ts";

test("a target that never answers fails with the reason timeout, within its limits", async () => {
	const { port } = await start(hostile.neverAnswers);
	const result = failed(await scan({ text: `localhost:${port}`, limits: IMPATIENT }));
	expect(result.reason.code).toBe("timeout");
	expect(result.reason.message).toContain(
		`localhost:${port} took our connection but gave no full answer in 0.4 s. Nothing was scanned.`,
	);
});

test("a port that refuses connections fails as unreachable and says what to do", async () => {
	const { port, close } = await start(hostile.neverAnswers);
	await close();
	running.pop();
	const result = failed(await scan({ text: `localhost:${port}` }));
	expect(result.reason.code).toBe("unreachable");
	expect(result.reason.message).toBe(
		`We could not reach localhost:${port} (the connection was refused). Nothing was scanned. Please check the address and that the site is up, then scan again.`,
	);
});

test("a port that speaks TLS and agrees to nothing is no port that speaks no TLS, and no other port is named", async () => {
	const { port } = await start(respond(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])));
	for (const text of [`localhost:${port}`, `https://localhost:${port}`]) {
		const { reason } = failed(await scan({ text }));
		expect(reason.code).toBe("unreachable");
		expect(reason.message).toMatch(
			new RegExp(`^localhost:${port} speaks TLS, but agreed to nothing from TLS 1.0 to 1.3`),
		);
	}
});

test.for([
	["resets", hostile.resets],
	["closes at once", hostile.closesAtOnce],
	["sends garbage", hostile.garbage],
	["speaks another protocol", hostile.notHttp],
] as const)("a port that %s fails and says that it speaks neither HTTP nor TLS", async ([, behavior]) => {
	const { port } = await start(behavior);
	const result = failed(await scan({ text: `localhost:${port}` }));
	expect(result.reason.code).toBe("unreachable");
	expect(result.reason.message).toContain("spoke neither HTTP nor TLS. Nothing was scanned.");
});

test("headers that drip in end at the time limit", async () => {
	const { port } = await start(hostile.dripsHeaders);
	expect(failed(await scan({ text: `http://localhost:${port}`, limits: IMPATIENT })).reason.code).toBe("timeout");
});

test("a body that drips in costs the page's content, but the headers are still judged", async () => {
	const { port } = await start(hostile.dripsBody);
	const result = completed(await scan({ text: `http://localhost:${port}`, limits: IMPATIENT }));
	expect(result.coverage).toBe("partial");
	expect(reasonsOf(result).content).toBe(
		`The page at http://localhost:${port}/ could not be read: there was no full answer in 0.4 s.`,
	);
	expect(rulesOf(result)).toContain("csp-missing");
});

test("an answer of 50 MB is cut after 2 MB, and the report says so", async () => {
	const { port, counted, close } = await start(hostile.fiftyMegabytes);
	const result = completed(await scan({ text: `http://localhost:${port}` }));
	expect(result.coverage).toBe("partial");
	expect(reasonsOf(result)).toEqual({
		content: `The page at http://localhost:${port}/ is longer than 2 MB; only its beginning was read.`,
	});
	await close();
	running.pop();
	expect(counted.bytesSent).toBeLessThan(20_000_000);
});

test("a redirect loop is left after five redirects", async () => {
	const { port, counted } = await start(hostile.redirectsToItself);
	const result = completed(await scan({ text: `http://localhost:${port}`, allow: "localhost" }));
	expect(reasonsOf(result).headers).toBe(
		`The page at http://localhost:${port}/again could not be read: it redirects more than 5 times.`,
	);
	// one to connect, six for the page; nothing to send HEAD to, and no page whose host could be asked for files
	expect(counted.connections).toBe(7);
});

test.for([
	"http://10.0.0.1/",
	"http://169.254.169.254/latest/meta-data/",
	"http://[::1]:9/",
	"http://[::ffff:10.0.0.1]/",
	"http://2130706433:9/",
	"//192.168.1.1/",
])("a redirect to %s is not followed, and is a finding", async (location) => {
	const { port } = await start(redirectTo(location));
	const result = completed(await scan({ text: `http://localhost:${port}`, allow: `127.0.0.1:${port}` }));
	expect(reasonsOf(result).headers).toMatch(/redirects to a private address or to a port we do not scan; not followed/);
	expect(rulesOf(result)).toEqual(["redirect-to-private-address"]);
	expect(result.sent.filter(({ what }) => what.startsWith("GET"))).toHaveLength(1);
});

test.for(["file:///etc/passwd", "javascript:alert(1)", "http://user:secret@localhost/", "gopher://localhost/"])(
	"a redirect to %s is not followed",
	async (location) => {
		const { port } = await start(redirectTo(location));
		const result = completed(await scan({ text: `http://localhost:${port}` }));
		expect(reasonsOf(result).headers).toMatch(/something that is not a web address; not followed/);
	},
);

test("a redirect to another site is not followed: the report would be about another owner", async () => {
	const { port } = await start(redirectTo("https://93.184.216.34/"));
	const result = completed(await scan({ text: `http://localhost:${port}` }));
	expect(reasonsOf(result).headers).toContain(
		"it redirects to another site, 93.184.216.34; scan that one to see its page.",
	);
});

test("endless headers are not read, and the scan says why", async () => {
	const { port } = await start(hostile.headerBomb);
	const result = failed(await scan({ text: `http://localhost:${port}` }));
	expect(result.reason.message).toContain(
		"answered, but its headers are longer than the 64 kB we read. Nothing was scanned.",
	);
});

test("a tag with two hundred thousand attributes does not hold up the server", async () => {
	const { port } = await start(hostile.attributeBomb);
	const began = process.cpuUsage();
	const result = completed(await scan({ text: `http://localhost:${port}` }));
	expect(reasonsOf(result).content).toContain("is not ordinary HTML; only its beginning was read.");
	// Processor time, which other programs do not affect.
	expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000);
});

test("a body that is not what its Content-Encoding says is not evaluated", async () => {
	const { port } = await start(hostile.wrongEncoding);
	const result = completed(await scan({ text: `http://localhost:${port}` }));
	expect(reasonsOf(result).content).toContain("could not be unpacked as its Content-Encoding says");
});

test("an answer whose lines end without a carriage return, or whose values hold control characters, is read as browsers do", async () => {
	for (const answer of [
		"HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 2\n\nhi",
		"HTTP/1.1 200 OK\r\nX-Odd: a\u0001b\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi",
	]) {
		const { port } = await start(respond(answer));
		expect(reasonsOf(await scan({ text: `http://localhost:${port}` }))).toEqual({});
	}
});

test("a cookie that no request may carry is not sent back, and ends nothing", async () => {
	const { port } = await start(
		respond("HTTP/1.1 302 Found\r\nLocation: /\r\nSet-Cookie: a=\u0001\r\nContent-Length: 0\r\n\r\n"),
	);
	expect(reasonsOf(await scan({ text: `http://localhost:${port}` })).headers).toContain("redirects more than 5 times");
});

test("an unknown charset is read as UTF-8, as browsers do", async () => {
	const { port } = await start(hostile.unknownCharset);
	expect(reasonsOf(await scan({ text: `http://localhost:${port}` }))).toEqual({});
});

test("an answer that breaks off in the middle is not evaluated as a page", async () => {
	const { port } = await start(hostile.halfAnswer);
	const result = completed(await scan({ text: `http://localhost:${port}` }));
	expect(reasonsOf(result).content).toContain("the connection was closed before its end");
});

test("a throttling target gives partial coverage, says when to come back, and is never called clean", async () => {
	const { port } = await start(hostile.throttles);
	const result = completed(await scan({ text: `http://localhost:${port}` }));
	expect(result.coverage).toBe("partial");
	expect(reasonsOf(result).headers).toBe(
		`http://localhost:${port}/ answered 429: it asks to be left alone for now. Please scan it again in 120 seconds.`,
	);
	expect(rulesOf(result)).toEqual(["software-end-of-life", "version-disclosed"]);
});

test("an answer that switches to another protocol ends the request and not only its time limit", async () => {
	const { port } = await start(hostile.switchesProtocols);
	const result = await scan({ text: `http://localhost:${port}`, limits: { requestMs: 60_000 } });
	expect(failed(result).reason.code).toBe("unreachable");
});

test("two thousand cookies do not give two thousand findings", async () => {
	const { port } = await start(hostile.cookieFlood);
	const { findings } = completed(await scan({ text: `http://localhost:${port}` }));
	expect(findings.filter(({ rule }) => rule === "cookie-without-samesite")).toMatchObject([{ places: "examples" }]);
});

test("what a target sends is cut before it is read: a header, a redirect and addresses in the page", async () => {
	const header = await start(hostile.longHeader);
	expect(reasonsOf(await scan({ text: `http://localhost:${header.port}` }))).toEqual({});

	const script = await start(hostile.longScriptAddress);
	expect(reasonsOf(await scan({ text: `http://localhost:${script.port}` }))).toEqual({});

	const redirect = await start(redirectTo(`/${"a".repeat(3_000)}`));
	expect(reasonsOf(await scan({ text: `http://localhost:${redirect.port}` })).headers).toContain(
		"it redirects to an address of more than 2048 characters; not followed",
	);
});

const GAVE_UP = { status: "gave-up", why: "time" } as const;

test("a page that takes too long to read costs its content, and everything else is judged", async () => {
	const real = readerOfOneScan();
	const read: Readers["run"] = async (task, ...given) => (task === "readPage" ? GAVE_UP : real(task, ...given));
	const { port } = await start(hostile.unknownCharset);
	const result = completed(await scan({ text: `http://localhost:${port}`, read }));
	expect(result.coverage).toBe("partial");
	expect(reasonsOf(result)).toEqual({
		content: `The page at http://localhost:${port}/ could not be read: it took more time to read than we allow.`,
	});
	expect(rulesOf(result)).toContain("csp-missing");
});

test("a part that takes too long to judge is not evaluated, and the others are", async () => {
	const real = readerOfOneScan();
	const read: Readers["run"] = async (task, ...given) =>
		task === "lookAtPart" && (given as unknown[])[0] === "software" ? GAVE_UP : real(task, ...given);
	const { port } = await start(hostile.unknownCharset);
	const result = completed(await scan({ text: `http://localhost:${port}`, read }));
	expect(reasonsOf(result)).toEqual({
		software: "What the target sent for this took more time to read than we allow.",
	});
	expect(rulesOf(result)).toContain("csp-missing");
});

test("once something of a target was too much, nothing more of it is read", async () => {
	let asked = 0;
	const read = forOneScan({
		run: async () => {
			asked++;
			return GAVE_UP;
		},
		everywhere: () => undefined,
		begin: () => undefined,
		close: async () => undefined,
	});
	expect(await read("readNmapXml", "")).toEqual(GAVE_UP);
	expect(await read("readNmapXml", "")).toEqual(GAVE_UP);
	expect(asked).toBe(1);
});

test("a target that could not be read is never called clean: the scan fails and says why", async () => {
	const { port } = await start(hostile.unknownCharset);
	const result = failed(await scan({ text: `http://localhost:${port}`, read: async () => GAVE_UP }));
	expect(result.reason.message).toContain("localhost answered, but what it sent took more time to read than we allow.");
});
