import { site } from "#src/config/site.ts";
import type { Document } from "#src/content/pages/document.ts";
import { postAiRisk } from "#src/content/pages/post-ai-risk.ts";
import { postAutomation } from "#src/content/pages/post-automation.ts";
import { posts } from "#src/content/posts.ts";
import { DocumentView } from "#src/ui/page/document-view.tsx";
import { useOwnPath } from "#src/ui/page/use-own-path.ts";
import { PostList } from "./post-list.tsx";
import { postNote } from "./post-note.ts";

const texts: Record<(typeof posts)[number]["path"], typeof postAiRisk> = {
	"/blog/ai-risk-management": postAiRisk,
	"/blog/compliance-automation": postAutomation,
};

const ALL = "/blog/all";

const of = (path: string) => posts.find((post) => post.path === path);

export const meta = (path: string) => {
	const post = of(path);
	if (!post) {
		return path === ALL
			? { title: `All posts | ${site.name}`, description: "Every post we have published, newest first." }
			: {
					title: `Blog | ${site.name}`,
					description: "Longer thoughts on evidence, risk and compliance. The newest posts.",
				};
	}
	const { heading, description, date } = post;
	return {
		title: `${heading} | ${site.name}`,
		description,
		data: {
			"@type": "Article",
			headline: heading,
			description,
			datePublished: date,
			author: { "@type": "Organization", name: site.name },
		},
	};
};

/** `/blog`, `/blog/all`, or a post. */
export default function BlogPage() {
	const path = useOwnPath();
	const post = of(path);
	if (!post) return <PostList all={path === ALL} />;
	const document: Document = {
		...texts[post.path],
		title: post.heading,
		heading: post.heading,
		description: post.description,
		note: postNote(post),
	};
	return <DocumentView document={document} />;
}
