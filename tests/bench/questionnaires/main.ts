import { join } from "node:path";
import { measureSet, rowOf, SEEDS, SETS } from "../../support/questionnaires/layouts/tables.ts";
import { writeSection } from "../write-section.ts";

const HEAD = `| layout | questions | found | false | answers in their cell |
| --- | ---: | ---: | ---: | ---: |`;

const tuned = await measureSet(SETS.tuned);
const heldOut = await measureSet(SETS["held out"]);

const tables = [
	{ title: "Layouts that the finder was made with", ...tuned },
	{ title: "Layouts that were kept apart", ...heldOut },
].map(
	({ title, each, all }) =>
		`### ${title}\n\n${HEAD}\n${[...each.map((one) => rowOf(one.name, one)), rowOf("**all**", all)].join("\n")}`,
);

await writeSection(
	join(import.meta.dirname, "../../../docs/BENCHMARKS.md"),
	"questionnaires",
	`## Questions in customers' files

\`npm run bench:questionnaires\`. ${SETS.tuned.length + SETS["held out"].length} made-up layouts, each with ${SEEDS.length} sets of texts (\`tests/support/questionnaires/layouts\`).
Every question is answered, and the filled file is read cell by cell. *False* is the share of rows taken that are not questions. The
same people wrote the layouts and the finder, so files of others may do worse.

${tables.join("\n\n")}`,
);
