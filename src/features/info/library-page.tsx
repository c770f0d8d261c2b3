import { site } from "#src/config/site.ts";
import { faq } from "#src/content/faq.ts";
import type { Document } from "#src/content/pages/document.ts";
import { faqPage } from "#src/content/pages/faq.ts";
import { guides } from "#src/content/pages/guides.ts";
import { resources } from "#src/content/pages/resources.ts";
import { webinars } from "#src/content/pages/webinars.ts";
import { DocumentView } from "#src/ui/page/document-view.tsx";
import { useOwnPath } from "#src/ui/page/use-own-path.ts";

const documents: Record<string, Document> = { faq: faqPage, guides, webinars };

const of = (path: string): Document => documents[path.slice(1)] ?? resources;

const questions = () => ({
	"@type": "FAQPage",
	mainEntity: faq.map(({ question, answer }) => ({
		"@type": "Question",
		name: question,
		acceptedAnswer: { "@type": "Answer", text: answer },
	})),
});

export const meta = (path: string) => ({
	title: `${of(path).title} | ${site.name}`,
	description: of(path).description,
	...(of(path) === faqPage && { data: questions() }),
});

export default function LibraryPage() {
	return <DocumentView document={of(useOwnPath())} />;
}
