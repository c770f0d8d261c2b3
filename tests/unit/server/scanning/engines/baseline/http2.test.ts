import { once } from "node:events";
import { createSecureServer, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { expect, test } from "vitest";
import { afterFile } from "#tests/support/after-file.ts";
import { IMPATIENT, scan } from "./scan.ts";

const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], { keySize: 2048 });
const server = createSecureServer({ key, cert, allowHTTP1: false });
type Answer = (stream: ServerHttp2Stream) => void;
/** What it does in place of answering properly. */
let misbehave: Answer | undefined;
server.on("stream", (stream, { ":path": path, ":method": method }) => {
	stream.on("error", () => undefined);
	if (misbehave) return misbehave(stream);
	stream.respond({
		":status": 200,
		"content-type": "text/html",
		"x-frame-options": "DENY",
		"set-cookie": ["theme=dark", "sessionid=1; HttpOnly; SameSite=Lax"],
	});
	stream.end(method === "HEAD" ? undefined : `<title>${path}</title><a href="/two">Two</a>`);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterFile(async () => void server.close());

test("a server that speaks only HTTP/2 is looked at as a browser would", async () => {
	const result = await scan({ text: `https://localhost:${port}` });
	if (result.status !== "completed") throw new Error(result.reason.message);
	expect(result.parts.filter(({ status }) => status === "not-evaluated")).toEqual([]);
	const rules = result.findings.map(({ rule, location: { parameter } }) => `${rule} ${parameter}`.trim());
	expect(rules).toEqual(
		expect.arrayContaining(["csp-missing", "cookie-without-secure sessionid", "cookie-without-httponly theme"]),
	);
	expect(rules).not.toContain("framing-allowed");
	expect(result.pages?.paths).toEqual(["/", "/two"]);
	// HTTP/1.1 was tried once.
	const requests = result.sent.flatMap(({ what, outcome }) =>
		/^(?:GET|HEAD) /.test(what) ? [`${what} ${outcome}`] : [],
	);
	expect(requests.slice(0, 2)).toEqual([
		`GET https://localhost:${port}/ no-agreement`,
		`GET https://localhost:${port}/ (HTTP/2) 200`,
	]);
	expect(requests.filter((one) => !one.includes("(HTTP/2)"))).toHaveLength(1);
});

const endless: Answer = (stream) => {
	stream.respond({ ":status": 200, "content-type": "text/html" });
	const fill = () => {
		while (stream.writable && stream.write("x".repeat(16_384)));
		if (stream.writable) stream.once("drain", fill);
	};
	fill();
};

test.each<[what: string, answer: Answer, outcome: string]>([
	["never answers", () => undefined, "timeout"],
	["sends hints and no answer", (stream) => stream.additionalHeaders({ ":status": 103, link: "</a>" }), "timeout"],
	["ends the stream", (stream) => stream.close(2), "reset"],
	["sends more headers than we read", (stream) => stream.respond({ ":status": 200, a: "x".repeat(90_000) }), "reset"],
	["sends a body without an end", endless, "200"],
])("a server that %s is left in time", async (_what, answer, outcome) => {
	misbehave = answer;
	const result = await scan({
		text: `https://localhost:${port}`,
		limits: { ...IMPATIENT, bodyBytes: 100_000, pages: 1 },
	});
	misbehave = undefined;
	const asked = result.sent.filter(({ what }) => what === `GET https://localhost:${port}/ (HTTP/2)`);
	expect(asked.map((one) => one.outcome)).toEqual([outcome]);
});
