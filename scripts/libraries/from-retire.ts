import * as z from "zod/mini";
import type { Hole, Library, LibraryTable } from "../../server/scanning/software/libraries.ts";

const texts = z._default(z.array(z.string()), []);
const severity = z.enum(["low", "medium", "high", "critical"]);

/** The part of retire.js's `jsrepository-v4.json` that the table uses. */
const repository = z.record(
	z.string(),
	z.object({
		npmname: z.optional(z.string()),
		bowername: texts,
		vulnerabilities: z._default(
			z.array(
				z.object({
					atOrAbove: z.optional(z.string()),
					below: z.string(),
					severity,
					cwe: texts,
					identifiers: z.object({ CVE: texts, githubID: z.optional(z.string()) }),
					info: texts,
				}),
			),
			[],
		),
	}),
);
type Entry = z.infer<typeof repository>[string];

const CREDIT =
	"Names of script libraries and the versions that their known security holes are in, from retire.js (https://github.com/RetireJS/retire.js), by Erlend Oftedal and contributors, Apache License 2.0 (libraries-license.txt). Changed: shortened to what the product uses.";

/** Entries that are no library by themselves: an example, addresses to skip, and parts of jQuery UI, which a build may leave out. */
const NO_LIBRARY = ["retire-example", "dont check", "jquery-ui-dialog", "jquery-ui-autocomplete", "jquery-ui-tooltip"];
/** No page loads these from an address with their version. */
const NEVER_BY_ADDRESS = ["nextjs", "@angular/core"];

/** Their makers' spelling, and names that files and folders have besides those of the packages. */
const KNOWN: Record<string, { title: string; names?: string[] }> = {
	jquery: { title: "jQuery" },
	"jquery-ui": { title: "jQuery UI", names: ["jqueryui"] },
	"jquery-migrate": { title: "jQuery Migrate" },
	"jquery-mobile": { title: "jQuery Mobile", names: ["jquery.mobile", "jquerymobile"] },
	"jquery-validation": { title: "jQuery Validation", names: ["jquery.validate", "jquery-validate"] },
	"jquery.datatables": { title: "DataTables", names: ["datatables"] },
	"jquery.prettyPhoto": { title: "prettyPhoto", names: ["prettyphoto"] },
	angularjs: { title: "AngularJS" },
	bootstrap: { title: "Bootstrap", names: ["twitter-bootstrap"] },
	vue: { title: "Vue" },
	react: { title: "React" },
	"react-dom": { title: "React DOM" },
	prototypejs: { title: "Prototype", names: ["prototype"] },
	tinyMCE: { title: "TinyMCE" },
	ember: { title: "Ember", names: ["ember.js"] },
	dojo: { title: "Dojo" },
	knockout: { title: "Knockout" },
	"backbone.js": { title: "Backbone.js" },
	"underscore.js": { title: "Underscore.js" },
	"moment.js": { title: "Moment.js" },
	"mustache.js": { title: "Mustache.js" },
	"chart.js": { title: "Chart.js" },
	handlebars: { title: "Handlebars", names: ["handlebars.js"] },
	lodash: { title: "Lodash", names: ["lodash.js"] },
	ckeditor: { title: "CKEditor" },
	ckeditor5: { title: "CKEditor 5" },
	axios: { title: "Axios" },
	svelte: { title: "Svelte" },
	jszip: { title: "JSZip" },
	mathjax: { title: "MathJax" },
	highcharts: { title: "Highcharts" },
	select2: { title: "Select2" },
	"pdf.js": { title: "PDF.js" },
};

/** Converts retire.js's data to our table. Throws if its format has changed, or if two libraries have one name. */
export function libraryTableFrom(body: unknown, snapshot: string): LibraryTable {
	const libraries: Record<string, Library> = {};
	const taken = new Set<string>();
	for (const [key, entry] of Object.entries(repository.parse(body))) {
		if (NO_LIBRARY.includes(key) || NEVER_BY_ADDRESS.includes(key)) continue;
		const holes = holesOf(entry);
		if (holes.length === 0) continue;
		const names = namesOf(key, entry);
		const twice = names.find((name) => taken.has(name));
		if (twice !== undefined) throw new Error(`Two libraries have the name ${twice}.`);
		for (const name of names) taken.add(name);
		libraries[KNOWN[key]?.title ?? key] = { names, holes };
	}
	return { credit: CREDIT, snapshot, libraries };
}

function namesOf(key: string, { npmname, bowername }: Entry): string[] {
	const all = [key, ...(npmname === undefined ? [] : [npmname]), ...bowername, ...(KNOWN[key]?.names ?? [])];
	return [...new Set(all.map((name) => name.toLowerCase()))].toSorted();
}

/** Only facts: their descriptions come from several sources with licenses of their own. */
function holesOf({ vulnerabilities }: Entry): Hole[] {
	return vulnerabilities.flatMap(({ atOrAbove, below, severity: level, cwe, identifiers, info }) => {
		// It says that support ended, which is another table's subject.
		if (cwe.includes("CWE-1104")) return [];
		const cves = identifiers.CVE.filter((id) => /^CVE-\d{4}-\d{4,}$/.test(id));
		const link = info.find((one) => one.startsWith("https:")) ?? info[0];
		const [id = identifiers.githubID ?? link] = cves;
		if (id === undefined) return [];
		return [
			{
				ids: cves.length > 0 ? cves : [id],
				severity: level,
				...(atOrAbove === undefined ? {} : { from: atOrAbove }),
				...(isNever(below) ? {} : { below }),
			},
		];
	});
}

/** How the data says that no version has the fix. */
const isNever = (below: string): boolean => /(?:^|\.)999|^100\.0\.0$/.test(below);
