// Compares the landing page and the heaviest public page with React and the router alone, built the same way. Prints the table and writes
// it to docs/BENCHMARKS.md. Bytes do not depend on the machine, so exceeding a limit ends with exit code 1.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { writeSection } from "../write-section.ts";
import { measurePage, measureReference, type PageBytes } from "./measure.ts";

/** The most script before load, as a multiple of the reference. */
const SCRIPT_LIMIT = 1.15;
/** The most bytes sent for the whole landing page, with its fonts. */
const PAGE_LIMIT = 160_000;

const dist = join(import.meta.dirname, "../../../dist");
const kB = (bytes: number) => (bytes / 1_000).toFixed(1);
const whole = ({ html, script, fonts, pictures }: PageBytes) => html + script + fonts + pictures;

const documents = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith(".html"));
const paths = documents
	.map((file) => `/${file.replaceAll("\\", "/").replace(/(index)?\.html$/, "")}`)
	.filter((path) => !/^\/(dashboard|auth|invitation|ndpr|404|offline|outbox)/.test(path));
const reference = await measureReference();
const pages = await Promise.all(paths.map((path) => measurePage(dist, path)));
const landing = pages.find(({ path }) => path === "/");
const heaviest = pages.filter(({ path }) => path !== "/").toSorted((a, b) => whole(b) - whole(a))[0];
if (!landing) throw new Error("The landing page is not built: npm run build");

const shown = heaviest ? [landing, heaviest] : [landing];
const ratio = ({ script }: PageBytes) => `${(script / reference).toFixed(2)} ×`;
const row = (name: string, cell: (page: PageBytes) => string) => `| ${name} | ${shown.map(cell).join(" | ")} |`;
const text = [
	"## Bytes of a public page",
	"",
	"Brotli, in kB (`npm run bench:bytes` after a build). The reference is React, React DOM and the router only, built the same way:",
	`${kB(reference)} kB.`,
	"",
	`| | ${shown.map(({ path }) => `\`${path}\``).join(" | ")} |`,
	`| --- |${shown.map(() => " ---: |").join("")}`,
	row("document with its styles", ({ html }) => kB(html)),
	row("script before load", ({ script }) => kB(script)),
	row("fonts", ({ fonts }) => kB(fonts)),
	row("pictures", ({ pictures }) => kB(pictures)),
	row("whole", (page) => kB(whole(page))),
	row(`script compared to the reference (at most ${SCRIPT_LIMIT} × on \`/\`)`, ratio),
].join("\n");
console.log(text);
await writeSection("docs/BENCHMARKS.md", "bytes", text);

const problems = [
	...(landing.script > reference * SCRIPT_LIMIT
		? [`The landing page's script is ${ratio(landing)} of the reference, over ${SCRIPT_LIMIT} ×.`]
		: []),
	...(whole(landing) > PAGE_LIMIT
		? [`The landing page weighs ${kB(whole(landing))} kB, over ${kB(PAGE_LIMIT)} kB.`]
		: []),
];
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
