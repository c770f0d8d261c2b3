import { readFile, writeFile } from "node:fs/promises";
import { get as ask, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { BUILT_ORIGIN } from "#src/config/built-origin.ts";
import { writeBuiltPages } from "../../../support/server/built-pages.ts";
import { startTestServer, type TestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const dist = await writeBuiltPages();
const [one, other] = await Promise.all([startTestServer({ parts: { dist } }), startTestServer({ parts: { dist } })]);

/** As it is on the wire: fetch would remove the compression. */
async function get(server: TestServer, path: string, headers: Record<string, string> = {}) {
	const answer = await new Promise<IncomingMessage>((resolve, reject) => {
		ask(server.url + path, { headers }, resolve).on("error", reject);
	});
	return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

test("two servers on one build each put their own address into its pages and lists, and none into the files", async () => {
	expect(one.publicUrl).not.toBe(other.publicUrl);
	for (const server of [one, other]) {
		const page = await get(server, "/about");
		expect(page.body.toString()).toContain(`<link rel="canonical" href="${server.publicUrl}/about">`);
		expect(page.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
		const robots = await get(server, "/robots.txt");
		expect(robots.body.toString()).toBe(`Sitemap: ${server.publicUrl}/sitemap.xml\n`);
	}
	expect(await readFile(join(dist, "about.html"), "utf8")).toContain(`${BUILT_ORIGIN}/about`);
});

test("compressed copies have the same text as the page, and are as small as the build's after the first", async () => {
	await writeFile(join(dist, "about.html"), `${BUILT_ORIGIN}/about ${await readFile("CONTRIBUTING.md", "utf8")}`);
	const { body: text } = await get(one, "/about");
	const zipped = await get(one, "/about", { "Accept-Encoding": "gzip, br;q=0" });
	expect([zipped.headers["content-encoding"], gunzipSync(zipped.body)]).toEqual(["gzip", text]);
	const best = brotliCompressSync(text).length;
	expect((await get(one, "/about", { "Accept-Encoding": "br" })).body.length).toBeGreaterThan(best);
	await until(async () => {
		const { headers, body } = await get(one, "/about", { "Accept-Encoding": "gzip, deflate, br" });
		expect([headers["content-encoding"], headers.vary]).toEqual(["br", "accept-encoding"]);
		expect(brotliDecompressSync(body)).toEqual(text);
		return body.length === best;
	}, "the best copy is sent");
});

test("a page that a browser has is not sent again, until a new build changes it", async () => {
	const { headers } = await get(one, "/about");
	const again = { "If-None-Match": headers.etag ?? "" };
	expect(await get(one, "/about", again)).toMatchObject({ status: 304, body: Buffer.alloc(0) });
	await writeFile(join(dist, "about.html"), `a new build at ${BUILT_ORIGIN}`);
	const rebuilt = await get(one, "/about", again);
	expect([rebuilt.status, rebuilt.body.toString()]).toEqual([200, `a new build at ${one.publicUrl}`]);
});

test("the styles of a new build are allowed as soon as its pages are there", async () => {
	const policy = async () => (await get(one, "/about")).headers["content-security-policy"];
	expect(await policy()).toContain("'sha256-first'");
	await writeFile(join(dist, ".styles.json"), JSON.stringify(["'sha256-second-build'"]));
	expect(await policy()).toContain("'sha256-second-build'");
	expect(await policy()).not.toContain("'sha256-first'");
});
