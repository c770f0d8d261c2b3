import { Link } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { PlainPage } from "#src/ui/plain-page.tsx";

export const meta = {
	title: `Page not found | ${site.name}`,
	description: "There is no page at this address.",
	indexable: false,
} as const;

export default function NotFoundPage() {
	return (
		<PlainPage heading="There is no page at this address">
			<p>It may have been moved, or the address has a typing error. A report’s link ends after 30 days.</p>
			<p>
				<Link to="/">Go to the first page</Link>
			</p>
		</PlainPage>
	);
}
