import { site } from "#src/config/site.ts";
import { cookies } from "#src/content/pages/cookies.ts";
import type { Document } from "#src/content/pages/document.ts";
import { privacy } from "#src/content/pages/privacy.ts";
import { security } from "#src/content/pages/security.ts";
import { terms } from "#src/content/pages/terms.ts";
import { DocumentView } from "#src/ui/page/document-view.tsx";
import { useOwnPath } from "#src/ui/page/use-own-path.ts";

const documents: Record<string, Document> = { cookies, privacy, security };

const of = (path: string): Document => documents[path.slice(1)] ?? terms;

export const meta = (path: string) => ({
	title: `${of(path).title} | ${site.name}`,
	description: of(path).description,
});

export default function LegalPage() {
	return <DocumentView document={of(useOwnPath())} />;
}
