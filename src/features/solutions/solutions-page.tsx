import { site } from "#src/config/site.ts";
import { segmentPages } from "#src/content/pages/segments.ts";
import { solutionPages } from "#src/content/pages/solutions.ts";
import { DocumentView } from "#src/ui/page/document-view.tsx";
import { NoPage, noPageMeta } from "#src/ui/page/no-page.tsx";
import { useOwnPath } from "#src/ui/page/use-own-path.ts";
import { SolutionsIndex } from "./solutions-index.tsx";

/** Other names of a page, with the name they stand for. */
const ALIASES = new Map([["document-generator", "compliance-document-generator"]]);

/** A solution comes before a segment; no id is both. */
const documents = new Map(Object.entries({ ...segmentPages, ...solutionPages }));

const INDEX = "/solutions";
const FOLDER = `${INDEX}/`;

const indexMeta = {
	title: `Solutions | ${site.name}`,
	description: "The nine parts of the product: what each is for, what it does today, and what it does not do.",
};

const idOf = (path: string): string => {
	const id = path.slice(FOLDER.length);
	return ALIASES.get(id) ?? id;
};
const of = (path: string) => documents.get(idOf(path));

export const paths = [INDEX, ...[...documents.keys(), ...ALIASES.keys()].map((id) => FOLDER + id)];

export const meta = (path: string) => {
	if (path === INDEX) return indexMeta;
	const document = of(path);
	if (!document) return noPageMeta;
	return {
		title: `${document.title} | ${site.name}`,
		description: document.description,
		canonical: FOLDER + idOf(path),
	};
};

/** All solutions, one solution, or one segment. */
export default function SolutionsPage() {
	const path = useOwnPath();
	const document = of(path);
	if (path === INDEX) return <SolutionsIndex />;
	return document ? <DocumentView document={document} /> : <NoPage />;
}
