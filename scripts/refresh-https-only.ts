// Updates the top-level domains for which browsers use https by themselves, before a release: `npm run refresh-https-only -- FILE`.
// FILE has one top-level domain a line, such as https://data.iana.org/TLD/tlds-alpha-by-domain.txt. Asks the Chromium of the browser
// tests with a name below each, which it cannot resolve, so nothing is sent. Chromium follows its list only for ten weeks after it was built.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { HTTPS_ONLY, readHttpsOnly } from "../server/scanning/engines/shared/https-only.ts";
import { ensureChromium } from "./browser.ts";

const AT_ONCE = 20;
const NAME = "no-such-name-of-plumbline";

const [file] = process.argv.slice(2);
if (file === undefined) {
	console.error("Please say which file has the top-level domains: npm run refresh-https-only -- FILE");
	process.exit(2);
}
const lines = (await readFile(file, "utf8")).split("\n").map((line) => line.trim().toLowerCase());
const all = lines.filter((line) => /^[a-z\d-]+$/.test(line));

const browser = await chromium.launch({
	executablePath: ensureChromium(),
	args: ["--host-resolver-rules=MAP * ~NOTFOUND", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});
const page = await browser.newPage();
const names = new Set<string>();
page.on("request", (request) => {
	const url = new URL(request.url());
	if (request.redirectedFrom() && url.protocol === "https:") names.add(url.hostname.slice(NAME.length + 1));
});
for (let at = 0; at < all.length; at += AT_ONCE) {
	const urls = all.slice(at, at + AT_ONCE).map((name) => `http://${NAME}.${name}/`);
	await page.evaluate(
		(some) => Promise.all(some.map((url) => fetch(url, { mode: "no-cors" }).catch(() => undefined))),
		urls,
	);
}
const version = browser.version();
await browser.close();

if (names.size < HTTPS_ONLY.names.length / 2) {
	console.error(
		`Chromium ${version} knows ${names.size} of ${all.length}, and there were ${HTTPS_ONLY.names.length} before. It may be too old. Nothing was changed.`,
	);
	process.exit(1);
}
const table = {
	chromium: version,
	tried: new Date().toISOString().slice(0, 10),
	of: all.length,
	names: [...names].sort(),
};
const text = `${JSON.stringify(table, null, "\t")}\n`;
readHttpsOnly(text);
await writeFile(join(import.meta.dirname, "..", "server", "scanning", "engines", "shared", "https-only.json"), text);
console.log(`${names.size} of ${all.length} top-level domains by Chromium ${version}. Now run npm run format.`);
