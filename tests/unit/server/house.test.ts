import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { complaintOf, HOUSE, placeOf, serverImports } from "../../../scripts/house.ts";

test("no part of the server uses what stands above it, not even a type", async () => {
	const imports = await serverImports();
	expect(imports.length).toBeGreaterThan(3_000);
	expect(imports.map(complaintOf).filter((complaint) => complaint !== undefined)).toEqual([]);
});

test.each([
	[
		"server/platform/db/pool.ts",
		"server/identity/accounts/account.ts",
		"#server/identity/accounts/account.ts",
		/a wing above/,
	],
	[
		"server/identity/sessions/session.ts",
		"server/identity/accounts/account.ts",
		"../accounts/account.ts",
		/a room above/,
	],
	["server/app/mcp/tools.ts", "server/app/app.ts", "../app.ts", /a room above/],
	["server/identity/accounts/account.ts", "server/platform/db/pool.ts", "../../platform/db/pool.ts", /write #server/],
	["server/platform/db/rows.ts", "server/platform/db/pool.ts", "#server/platform/db/pool.ts", /a relative path/],
	["server/elsewhere/file.ts", "server/platform/db/pool.ts", "#server/platform/db/pool.ts", /in no room/],
	["server/platform/file.ts", "server/platform/db/pool.ts", "./db/pool.ts", /in no room/],
])("%s is told off for using %s as %s", (from, to, specifier, complaint) => {
	expect(complaintOf({ from, to, specifier })).toMatch(complaint);
});

test("every file of the server is in a room, and every room has one", async () => {
	const files = (await readdir("server", { recursive: true })).filter((name) => name.endsWith(".ts"));
	expect(files.filter((name) => !placeOf(`server/${name}`))).toEqual([]);
	const rooms = Object.entries(HOUSE).flatMap(([wing, of]) => Object.keys(of).map((room) => `${wing}/${room}/`));
	expect(rooms.filter((room) => !files.some((name) => name.startsWith(room)))).toEqual([]);
});

test("docs/ARCHITECTURE.md has each wing and each room in this order, with the same words", async () => {
	const page = await readFile("docs/ARCHITECTURE.md", "utf8");
	const lines = page.split("\n").filter((line) => /^(### `|\| `)/.test(line));
	const wanted = Object.entries(HOUSE).flatMap(([wing, rooms]) => [
		`### \`server/${wing}\``,
		...Object.entries(rooms).map(([room, what]) => `| \`${room}\` | ${what} |`),
	]);
	expect(lines).toEqual(wanted);
});

/** Records describe how things were when they were written. */
const PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "src/outbox/README.md", "src/requests/README.md"];

test("every path into the server that a document names is there", async () => {
	const names = (await readdir("docs")).filter((name) => name.endsWith(".md"));
	const gone: string[] = [];
	for (const page of [...PAGES, ...names.map((name) => `docs/${name}`)]) {
		const text = await readFile(page, "utf8");
		for (const [path] of text.matchAll(/(?<![\w/#.-])(?:server|contract|tests)\/[\w./-]*\w/g)) {
			// A name in capitals is a placeholder.
			if (/[A-Z]{2}/.test(path) || existsSync(path) || existsSync(`${path}.ts`)) continue;
			gone.push(`${page}: ${path}`);
		}
	}
	expect(gone).toEqual([]);
});
