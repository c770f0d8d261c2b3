import { site } from "#src/config/site.ts";
import { frameworksPage } from "#src/content/pages/frameworks.ts";
import { DocumentView } from "#src/ui/page/document-view.tsx";

export const meta = {
	title: `${frameworksPage.title} | ${site.name}`,
	description: frameworksPage.description,
};

/** What each framework is, and the date of that information. */
export default function FrameworksPage() {
	return <DocumentView document={frameworksPage} />;
}
