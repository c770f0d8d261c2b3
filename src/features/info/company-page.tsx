import { site } from "#src/config/site.ts";
import { about } from "#src/content/pages/about.ts";
import { careers } from "#src/content/pages/careers.ts";
import { comparison } from "#src/content/pages/comparison.ts";
import type { Document } from "#src/content/pages/document.ts";
import { trial } from "#src/content/pages/trial.ts";
import { DocumentView } from "#src/ui/page/document-view.tsx";
import { useOwnPath } from "#src/ui/page/use-own-path.ts";

const documents: Record<string, Document> = { careers, comparison, trial };

const of = (path: string): Document => documents[path.slice(1)] ?? about;

export const meta = (path: string) => ({
	title: `${of(path).title} | ${site.name}`,
	description: of(path).description,
	...(of(path) === about && {
		data: {
			"@type": "Organization",
			name: site.name,
			description: site.description,
			email: site.email,
			telephone: site.phone,
		},
	}),
});

export default function CompanyPage() {
	return <DocumentView document={of(useOwnPath())} />;
}
