import { once } from "node:events";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { expect, test } from "vitest";
import { afterFile } from "#tests/support/after-file.ts";
import { scan } from "./scan.ts";

const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], { keySize: 2048 });
const server = createSecureServer({ key, cert, allowHTTP1: false });
server.on("stream", (stream, { ":path": path, ":method": method }) => {
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
