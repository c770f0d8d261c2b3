import { expect, test } from "vitest";
import { startTestServer } from "../../../support/server/test-server.ts";
import { about, bodyOf, createConsultancy } from "./consultancy.ts";

const server = await startTestServer();
const frameworkId = "mvsp";
const query = { from: "2026-03-01", to: "2026-03-31" };

/** The names that files of a client are saved under. */
function nameOf({ headers }: Response): string {
	const found = /filename\*=UTF-8''([^;]+)/.exec(headers.get("Content-Disposition") ?? "");
	return decodeURIComponent(found?.[1] ?? "");
}

test("files of several clients have different names, by the client’s name of today, and say inside whose they are", async () => {
	const ada = await createConsultancy(server);
	const alpha = await ada.addClient("Alpha Bank");
	const beta = await ada.addClient("Beta Bank");
	const rename = async ({ id }: { id: string }, name: string) =>
		bodyOf(await ada.call("changeClient", { params: { clientId: id }, body: { name, version: 1 } }));
	await rename(beta, "Bánkì Méjì");
	await rename(alpha, "Beta Bank");

	const filesOf = async ({ id }: { id: string }) => {
		const one = about(id);
		const params = { frameworkId };
		await bodyOf(await ada.call("chooseFramework", { params, body: { chosen: true }, ...one }));
		const csv = await ada.call("readStatement", { params: { ...params, format: "csv" }, ...one });
		// One after another: an account has a share of what takes long.
		const rest = [
			await ada.call("readStatement", { params: { ...params, format: "xlsx" }, ...one }),
			await ada.call("readEffectivenessFile", { params: { ...params, format: "csv" }, query, ...one }),
			await ada.call("readOscal", { params: { ...params, model: "component-definition" }, query, ...one }),
		];
		for (const answer of rest.slice(1)) await answer.clone().arrayBuffer();
		const bundle = await ada.call("readBundle", { params, query, ...one });
		await bundle.clone().arrayBuffer();
		rest.push(bundle, await ada.call("readClientFile", { params: { clientId: id } }));
		return { names: [csv, ...rest].map(nameOf), text: await csv.text() };
	};
	const day = new Date().toISOString().slice(0, 10);
	const first = await filesOf(alpha);
	expect(first.names).toEqual([
		"statement-of-applicability-mvsp-beta-bank.csv",
		"statement-of-applicability-mvsp-beta-bank.xlsx",
		"effectiveness-mvsp-beta-bank-2026-03-01-2026-03-31.csv",
		"component-definition-mvsp-beta-bank-2026-03-01-2026-03-31.json",
		"audit-bundle-mvsp-beta-bank-2026-03-01-2026-03-31.zip",
		`client-beta-bank-${day}.zip`,
	]);
	const [head = "", row = ""] = first.text.split("\r\n");
	expect([head, row].map((line) => line.split(",").at(-1))).toEqual(["Client", "Beta Bank"]);

	const second = await filesOf(beta);
	expect(second.names.filter((name) => !name.includes("bánkì-méjì"))).toEqual([]);
	expect(second.text).toContain(",Bánkì Méjì\r\n");
});
