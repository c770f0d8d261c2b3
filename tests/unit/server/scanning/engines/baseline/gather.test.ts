import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type TlsOptions } from "node:tls";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { generate } from "selfsigned";
import { expect, test } from "vitest";
import type { PortState, Walk } from "#server/scanning/engines/baseline/evidence.ts";
import { gatherAll } from "#server/scanning/engines/baseline/gather/gather.ts";
import { LIMITS, startSession } from "#server/scanning/engines/baseline/gather/session.ts";
import {
	asksForCertificate,
	holdsCertificateRequest,
} from "#server/scanning/engines/baseline/gather/tls/client-certificate.ts";
import { handshake } from "#server/scanning/engines/baseline/gather/tls/handshake.ts";
import { greet } from "#server/scanning/engines/baseline/gather/tls/tls.ts";
import { gatherContent } from "#server/scanning/engines/baseline/gather/web/content.ts";
import { decodeBody } from "#server/scanning/engines/baseline/gather/web/decode-body.ts";
import { allExchanges, gatherPages as pagesOf } from "#server/scanning/engines/baseline/gather/web/page.ts";
import { gatherSoftware } from "#server/scanning/engines/baseline/gather/web/software.ts";
import { judge } from "#server/scanning/engines/baseline/judge.ts";
import { afterFile } from "#tests/support/after-file.ts";
import { respond } from "#tests/support/engines/hostile-target.ts";
import { readerOfOneScan } from "#tests/support/engines/readers.ts";
import { exchange, http, https, page } from "./builders.ts";
import { NOW, noRecords, target } from "./scan.ts";
import { start } from "./start-hostile.ts";

const session = () =>
	startSession({
		target: { target: target("example.com"), addresses: [https.at], ports: [443, 80], listed: false },
		guard: { check: () => Promise.reject(new Error("not asked")) },
		records: noRecords,
		userAgent: "",
		limits: LIMITS,
		signal: new AbortController().signal,
		now: () => NOW,
		read: readerOfOneScan(),
	});

const tlsOf = (secure: PortState) => gatherAll(session(), { ports: [secure], endpoints: [], greetings: new Map() }).tls;

test("a port 443 that refuses has no TLS to look at; one that stays silent may have, which is a gap", async () => {
	expect(await tlsOf({ port: 443, status: "closed", failure: "refused" })).toEqual({ units: [], gaps: [] });
	expect(await tlsOf({ port: 443, status: "closed", failure: "timeout" })).toEqual({
		units: [],
		gaps: ["example.com:443 could not be looked at: there was no full answer in 10 s."],
	});
});

test("a server without RFC 5746, which browsers open, is turned down only where that is the question", async () => {
	const hello = Buffer.concat([Buffer.from([0x03, 0x03]), randomBytes(32), Buffer.from([0x00, 0xc0, 0x2f, 0x00])]);
	const message = Buffer.concat([Buffer.from([0x02, 0x00, 0x00, hello.length]), hello]);
	const { port } = await start(
		respond(Buffer.concat([Buffer.from([0x16, 0x03, 0x03, 0x00, message.length]), message])),
	);
	const endpoint = { ...https, host: "localhost", port, at: { address: "127.0.0.1", family: 4 } } as const;
	const offer = { min: "TLSv1.2", max: "TLSv1.2", ciphers: "ALL", label: "TLS 1.2" } as const;
	// It ends after its first message.
	expect(await handshake(session(), endpoint, offer)).toEqual({ ok: false, failure: "reset" });
	expect(await handshake(session(), endpoint, { ...offer, isStrict: true })).toEqual({
		ok: false,
		failure: "no-agreement",
	});
});

const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], { keySize: 2048 });
const endpointOf = (server: { port: number }) =>
	({ ...https, host: "localhost", port: server.port, at: { address: "127.0.0.1", family: 4 } }) as const;

/** A server of Node's own with these settings. */
async function startTls(options: TlsOptions): Promise<{ port: number }> {
	const server = createServer({ key, cert, ...options }, (socket) => socket.end());
	server.on("tlsClientError", () => undefined);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	afterFile(async () => void server.close());
	return server.address() as AddressInfo;
}

test("a server that agrees to something, but to nothing that browsers offer, is told from one that agrees with them", async () => {
	// Suites that Chromium dropped.
	const old = await startTls({ maxVersion: "TLSv1.2", ciphers: "ECDHE-RSA-AES256-SHA384" });
	expect(await greet(session(), endpointOf(old))).toMatchObject({
		ok: true,
		cipher: "ECDHE-RSA-AES256-SHA384",
		refusedByBrowsers: true,
	});
	const current = await greet(session(), endpointOf(await startTls({})));
	expect(current).toMatchObject({ ok: true, version: "TLSv1.3", stapled: false });
	expect(current).not.toHaveProperty("refusedByBrowsers");
});

test("an OCSP response that comes with the certificate is noticed", async () => {
	const server = createServer({ key, cert }, (socket) => socket.end());
	server.on("OCSPRequest", (_certificate, _issuer, answer) => answer(null, Buffer.from("signed by its authority")));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	afterFile(async () => void server.close());
	expect(await greet(session(), endpointOf(server.address() as AddressInfo))).toMatchObject({
		ok: true,
		stapled: true,
	});
});

test("a server that asks for a client's certificate is told from one without a common cipher", async () => {
	const asks = await startTls({ maxVersion: "TLSv1.2", requestCert: true, rejectUnauthorized: true });
	expect(await asksForCertificate(session(), endpointOf(asks))).toBe(true);
	expect(await asksForCertificate(session(), endpointOf(await startTls({ maxVersion: "TLSv1.2" })))).toBe(false);
	// A record that is cut off, and something else.
	expect(holdsCertificateRequest(Buffer.from([22, 3, 3, 255, 255, 13]))).toBe(false);
	expect(holdsCertificateRequest(Buffer.from([22, 3, 3, 0, 4, 13, 0, 0, 0]))).toBe(true);
	expect(holdsCertificateRequest(Buffer.from("HTTP/1.1 400 Bad Request"))).toBe(false);
});

const answered = (start: Walk["start"], change = {}): Walk => ({
	start,
	hops: [],
	end: { status: "answered", exchange: exchange({ server: "nginx/1.14.0" }, { endpoint: start, ...change }) },
});

const gatherPages = (walks: readonly Walk[]) =>
	pagesOf(
		{ read: readerOfOneScan(), limits: LIMITS },
		walks.map((walk) => ({ walk, body: { status: "whole", bytes: new Uint8Array() } })),
	);

test("if a host has http and https pages, the https one is judged, and the same page only once", async () => {
	const redirected: Walk = { ...answered(https), start: http, hops: [exchange({}, { endpoint: http, status: 301 })] };
	const { units } = await gatherPages([answered(https), answered(http)]);
	expect(units.map((unit) => unit.exchange.url)).toEqual(["https://example.com/"]);
	expect((await gatherPages([answered(https), redirected])).units).toHaveLength(1);
	expect((await gatherPages([answered(http)])).units).toHaveLength(1);
	expect(allExchanges([answered(https), redirected])).toHaveLength(3);
});

test.for([
	[503, /answered 503: it asks to be left alone for now. Please scan it again later./],
	[500, /answered 500, an error of the server, instead of its page./],
] as const)("an answer of %s is not a page", async ([status, sentence]) => {
	const { units, gaps } = await gatherPages([answered(https, { status })]);
	expect(units).toEqual([]);
	expect(gaps).toEqual([expect.stringMatching(sentence)]);
});

test("of several Content-Type headers the last one counts, as in browsers", async () => {
	const typed = async (...types: string[]) => {
		const headers = new Map([["content-type", types]]);
		const { units } = await gatherPages([answered(https, { headers })]);
		return units.map(({ html }) => html);
	};
	expect(await typed("text/plain", "text/html; charset=utf-8")).toEqual([true]);
	expect(await typed("text/html", "text/plain")).toEqual([false]);
	expect(await typed("text/plain, text/html")).toEqual([true]);
	expect(await typed("text/html,", "", "*/*")).toEqual([true]);
	// A quote holds commas, and need not end.
	expect(await typed('text/html; a=", text/plain')).toEqual([true]);
	expect(await typed('text/html; a="', "text/plain")).toEqual([true]);
	expect(await typed('text/html; a="\\", text/plain"', "text/plain")).toEqual([false]);
});

test("headers of common products name them with their versions", () => {
	const headers = new Map(
		Object.entries({
			"x-php-version": "7.4.33",
			"x-umbraco-version": "8.6.1",
			"x-powered-cms": "Bitrix 20.5",
			"liferay-portal": "Liferay Community Edition Portal 7.0.6",
			"x-server-powered-by": "Engintron/1.8",
			"x-jenkins": "2.375",
			"x-cms": "of our own",
		}).map(([name, value]): [string, string[]] => [name, [value]]),
	);
	const [unit] = gatherSoftware({ walks: [answered(https, { headers })], gaps: [] }).units;
	expect(unit?.software.map(({ name, version }) => `${name} ${version}`).sort()).toEqual([
		"Bitrix 20.5",
		"Engintron 1.8",
		"Jenkins 2.375",
		"Liferay 7.0.6",
		"PHP 7.4.33",
		"Umbraco 8.6.1",
	]);
});

test("more versions than are looked at are a gap, and so are more files of a page", () => {
	const versions = (count: number) => {
		const named = Array.from({ length: count }, (_, at) => `product-${at}/1.${at}`);
		const headers = new Map([["x-server-powered-by", named]]);
		return gatherSoftware({ walks: [answered(https, { headers })], gaps: [] }).gaps;
	};
	expect(versions(50)).toEqual([]);
	expect(versions(51)).toEqual(["The server names more than 50 versions; the others were not looked at."]);
	const files = (count: number) => {
		const units = [page({}, { markup: '<img src="/a.png">'.repeat(count) })];
		return gatherContent({ units, gaps: [] }, 2_000_000).gaps;
	};
	expect(files(2_000)).toEqual([]);
	expect(files(2_001)).toEqual([expect.stringContaining("refers to more than 2,000 files")]);
});

test("a byte order mark counts before what the headers say", () => {
	const typed = new Map([["content-type", ["text/html; charset=windows-1252"]]]);
	const text = (bytes: Uint8Array) => {
		const body = decodeBody({ status: "whole", bytes }, typed, 1_000);
		return body.status === "unread" ? body.reason : body.text;
	};
	expect(text(Buffer.from("\ufeffgrün", "utf16le"))).toBe("grün");
	expect(text(Buffer.from("\ufeffgrün", "utf16le").swap16())).toBe("grün");
	expect(text(Buffer.from("\ufeffgrün"))).toBe("grün");
	expect(text(Buffer.from("gr\xfcn", "latin1"))).toBe("grün");
});

test.for([
	["gzip", gzipSync],
	["deflate", deflateSync],
	["br", brotliCompressSync],
] as const)("a page that is longer than the limit once it is unpacked is read up to there: %s", ([encoding, pack]) => {
	const headers = new Map([["content-encoding", [encoding]]]);
	const unpacked = (bytes: Uint8Array, status: "whole" | "cut" = "whole") =>
		decodeBody({ status, bytes }, headers, 1_000);
	const text = randomBytes(4_000).toString("hex");
	expect(unpacked(pack(text.slice(0, 900)))).toEqual({ status: "whole", text: text.slice(0, 900) });
	expect(unpacked(pack(text.slice(0, 1_500)))).toEqual({ status: "cut", text: text.slice(0, 1_000) });
	// A bomb is not unpacked.
	expect(unpacked(pack("0".repeat(9_000)))).toEqual({
		status: "unread",
		reason: "it is longer than 0.004 MB when unpacked",
	});
	// What was cut off while it was sent.
	const cut = unpacked(pack(text.slice(0, 3_000)).subarray(0, 1_200), "cut");
	expect(cut).toMatchObject({ status: "cut" });
	expect(cut.status !== "unread" && cut.text.length > 0 && text.startsWith(cut.text)).toBe(true);
	expect(unpacked(Buffer.from("not packed at all"))).toMatchObject({
		status: "unread",
		reason: expect.stringContaining("Content-Encoding"),
	});
});

test("every answer on the way is judged by its cookies, and every host by its HSTS, each once", async () => {
	const www = { ...https, host: "www.example.com" };
	const found = { "set-cookie": "sessionid=1; Path=/; SameSite=Lax", location: "https://www.example.com/" };
	const hop = (endpoint: typeof https | typeof http) => exchange(found, { endpoint, status: 301 });
	const page = exchange({ "strict-transport-security": "max-age=31536000" }, { endpoint: www });
	const walks: Walk[] = [http, https].map((start) => ({
		start,
		hops: [...(start === http ? [hop(http)] : []), hop(https)],
		end: { status: "answered", exchange: page },
	}));
	const { units } = await gatherPages(walks);
	const all = judge("headers", units, NOW).filter(({ rule }) => /^(hsts|cookie)-/.test(rule));
	const places = new Set(all.map(({ rule, location: { host, port } }) => `${rule} ${host}:${port}`));
	expect([...places].sort()).toEqual([
		"cookie-without-httponly example.com:443",
		"cookie-without-httponly example.com:80",
		"cookie-without-secure example.com:443",
		"hsts-missing example.com:443",
	]);
});

test("software seen on several answers of a host is one sighting", () => {
	const [unit] = gatherSoftware({ walks: [answered(https), answered(http)], gaps: [] }).units;
	expect(unit?.software.map(({ name, source }) => [name, source])).toEqual([
		["nginx", "server header of https://example.com/"],
	]);
});
