// Brings server/findings/eol/table.json up to date from the public API of endoflife.date, product by product.
// Run it before a release: `npm run refresh-eol`. It stops, and changes nothing, when one answer is not as expected.
import { readFile, writeFile } from "node:fs/promises";
import { productFromApi } from "./eol/from-api.ts";

const file = new URL("../server/findings/eol/table.json", import.meta.url);
const table = JSON.parse(await readFile(file, "utf8"));
const products = {};

for (const slug of Object.keys(table.products)) {
	const response = await fetch(`https://endoflife.date/api/v1/products/${slug}`, {
		headers: { accept: "application/json" },
		signal: AbortSignal.timeout(20_000),
	});
	if (!response.ok) throw new Error(`${slug}: the API answered ${response.status}`);
	products[slug] = productFromApi(await response.json());
}

const snapshot = new Date().toISOString().slice(0, 10);
await writeFile(file, `${JSON.stringify({ ...table, snapshot, products }, null, "\t")}\n`);
console.log(`${Object.keys(products).length} products as of ${snapshot}. Now run npm run format.`);
