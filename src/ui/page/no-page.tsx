import { Link } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { PlainPage } from "./plain-page.tsx";

export const noPageMeta = {
	title: `Page not found | ${site.name}`,
	description: "There is no page at this address.",
	indexable: false,
} as const;

/** The content for an address without a page. */
export function NoPage() {
	return (
		<PlainPage heading="There is no page at this address">
			<p>It may have been moved, or the address has a typing error. A report’s link ends after 30 days.</p>
			<p>
				<Link to="/">Go to the first page</Link>
			</p>
		</PlainPage>
	);
}
