import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { eolTable, readEolTable } from "#server/scanning/software/table.ts";
import { afterFile } from "../../../support/after-file.ts";
import { scratchFolder } from "../../../support/scratch-folder.ts";

/** The parts of the public API that we use: each product with its own release lines and one more. */
const productAnswer = (slug: string) => ({
	schema_version: "1.2.0",
	result: {
		name: slug,
		label: eolTable.products[slug]?.title,
		releases: ["999", ...(eolTable.products[slug]?.cycles ?? []).map(({ cycle }) => cycle)].map((name) => ({
			name,
			label: name,
			isLts: false,
			isEol: false,
			isMaintained: true,
			eolFrom: "2030-01-01",
			latest: { name: `${name}.1`, date: "2026-11-20", link: null },
		})),
	},
});

type Answer = (slug: string, response: ServerResponse) => void;

const well: Answer = (slug, response) => {
	response.setHeader("Content-Type", "application/json").end(JSON.stringify(productAnswer(slug)));
};

async function serve(answer: Answer): Promise<string> {
	const server = createServer((request, response) => answer(request.url?.split("/").at(-1) ?? "", response));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	afterFile(async () => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

async function refresh(api: string, varDir: string): Promise<{ code: number; output: string }> {
	const env = { PATH: process.env.PATH, VAR_DIR: varDir, EOL_API: api };
	try {
		const { stdout } = await promisify(execFile)(process.execPath, ["scripts/refresh-eol.ts"], { env });
		return { code: 0, output: stdout };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { code, output: stdout + stderr };
	}
}

test("npm run refresh-eol writes current dates where the server looks for them", async () => {
	const varDir = await scratchFolder("refresh");
	const file = join(varDir, "end-of-life.json");
	const { code, output } = await refresh(await serve(well), varDir);
	const today = new Date().toISOString().slice(0, 10);
	expect({ code, output }).toEqual({
		code: 0,
		output: `${file}: ${Object.keys(eolTable.products).length} products as of ${today}.\n`,
	});
	const table = readEolTable(await readFile(file, "utf8"));
	expect(table.products.php?.cycles[0]).toEqual({ cycle: "999", end: "2030-01-01", latest: "999.1" });
	expect(table.credit).toBe(eolTable.credit);
}, 60_000);

test.each<[string, Answer, RegExp]>([
	["that is gone", (_, response) => response.writeHead(404).end(), /^angular: 127\.0\.0\.1:\d+ answered 404\./],
	["of another shape", (_, response) => response.end("{}"), /does not have the shape that version 1/],
	["that is no JSON", (_, response) => response.end("<html>"), /does not have the shape that version 1/],
	[
		"with most of its lines gone",
		(_, response) => response.end(JSON.stringify({ result: { label: "Angular", releases: [] } })),
		/has 0 release lines/,
	],
	["without end", (_, response) => response.end("x".repeat(2_100_000)), /is larger than 2 MB/],
])(
	"an answer %s changes nothing",
	async (_, answer, why) => {
		const varDir = await scratchFolder("refresh");
		await writeFile(join(varDir, "end-of-life.json"), "as it was");
		const { code, output } = await refresh(await serve(answer), varDir);
		expect(code).toBe(1);
		expect(output).toMatch(why);
		expect(output).toContain("Nothing was changed.");
		expect(await readFile(join(varDir, "end-of-life.json"), "utf8")).toBe("as it was");
	},
	60_000,
);

test("without a network it says so in one sentence", async () => {
	const { code, output } = await refresh("http://127.0.0.1:9/api/v1", await scratchFolder("refresh"));
	expect(code).toBe(1);
	expect(output).toMatch(
		/^127\.0\.0\.1:9 could not be reached: .+\.\nNothing was changed\. Please try again later\.\n$/,
	);
}, 60_000);
